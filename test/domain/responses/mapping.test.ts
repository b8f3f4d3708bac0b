import { parseMapping } from "../../../services/sessions/importing/mapping.ts";
import type { Refusal } from "../../../services/sessions/importing/refusal.ts";
import { noMapping } from "./table.ts";

const errorsOf = (given: unknown): readonly string[] => {
  try {
    parseMapping(typeof given === "string" ? given : JSON.stringify(given));
    return [];
  } catch (error) {
    return (error as Refusal).errors;
  }
};

describe("parseMapping", () => {
  it("reads no mapping, and a whole one", () => {
    expect(parseMapping(null)).toEqual(noMapping);
    const columns = { Pets: "pets", "#2": null };
    const text = JSON.stringify({
      version: 2,
      zone: "Europe/Berlin",
      encoding: "latin1",
      date_order: "dmy",
      columns,
    });
    const expected = { version: 2, zone: "Europe/Berlin", encoding: "latin1", date_order: "dmy" };
    expect(parseMapping(text)).toEqual({ ...expected, columns: new Map(Object.entries(columns)) });
  });

  it.each([
    ["", "mapping: must be a JSON object"],
    ["[]", "mapping: must be a JSON object"],
    [{ other: 1 }, "mapping.other: unknown field"],
    [{ version: "1" }, "mapping.version: must be a whole number from 1"],
    [{ zone: "+02:00" }, "mapping.zone: must be an IANA time zone such as Europe/Berlin"],
    [{ encoding: "x" }, "mapping.encoding: must be an encoding such as windows-1252"],
    [{ date_order: "ydm" }, "mapping.date_order: must be one of dmy, mdy, ymd"],
    [{ columns: [] }, "mapping.columns: must be an object of headers and their targets"],
    [{ columns: { A: 1 } }, "mapping.columns.A: must be text or null"],
  ])("refuses %j", (given, error) => expect(errorsOf(given)).toEqual([error]));

  it("lists all errors", () => {
    expect(errorsOf({ version: 0, columns: { A: {}, B: true } })).toHaveLength(3);
  });
});
