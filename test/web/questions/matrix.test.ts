import { rowToOpen } from "../../../services/web/respondent/questions/openRow.ts";

/** The row that a narrow matrix opens. */
const rows = ["sound", "seats", "staff"].map((key) => ({ key }));

describe("rowToOpen", () => {
  it.each([
    [{}, undefined, "sound"],
    [{ sound: "good" }, undefined, "seats"],
    [{ sound: "good" }, "sound", "seats"],
    [{ sound: "good", seats: "fair" }, "sound", "staff"],
    [{ seats: "fair", staff: "good" }, "staff", "sound"],
    [{ sound: "good", seats: "fair", staff: "good" }, "seats", null],
  ])("with %j after %s returns %s", (chosen, answered, row) => {
    expect(rowToOpen(rows, chosen, answered)).toBe(row);
  });
});
