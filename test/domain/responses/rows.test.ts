import type { Refusal } from "../../../services/sessions/importing/refusal.ts";
import { formOf, type Given, json, mapped, now, opened, rowsOf } from "./table.ts";

const form = formOf({ q: ["long_text", "Q"] }, { hidden: ["key"], translations: { "de-CH": {} } });
const own = ["id", "started_at", "completed_at", "language"] as const;
const headers = ["id", "from", "to", "lang", "q"];
const ownTable = (rows: Given["rows"], more: Partial<Given> = {}): Given => ({ headers, own, rows, ...more });

describe("times", () => {
  it("are read in the zone of the source, else of the mapping", async () => {
    const rows = [["a", "2026-03-29 02:30:00", "2026-03-29T02:30:00+02:00"]];
    const berlin = mapped({}, { zone: "Europe/Berlin" });
    const [ofMapping] = await rowsOf(ownTable(rows, { zone: null }), form, berlin);
    expect(ofMapping).toMatchObject({
      started_at: new Date("2026-03-29T01:30:00Z"),
      completed_at: new Date("2026-03-29T00:30:00Z"),
    });
    const [ofSource] = await rowsOf(ownTable(rows), form, berlin);
    expect(ofSource?.started_at).toEqual(new Date("2026-03-29T02:30:00Z"));
  });

  it("need a zone if they have none", async () => {
    const open = (cell: string) => opened(ownTable([["a", "", cell]], { zone: null }), form);
    await expect(open("2026-01-01T10:00:00Z")).resolves.toMatchObject({ rows: 1 });
    const { errors } = (await open("2026-01-01 10:00").catch((error: Refusal) => error as Refusal)) as Refusal;
    expect(errors).toEqual(["mapping.zone: is required, because the times in this file have none"]);
  });

  it("refuse the row if they can't be read, are in the future or before 1900", async () => {
    const future = new Date(now.getTime() + 1000).toISOString();
    const rows = [
      ["a", "soon", ""],
      ["b", "", future],
      ["c", now.toISOString(), ""],
      ["d", "", ""],
      ["e", "1899-12-31T23:59:59Z", now.toISOString()],
      ["f", "1900-01-01T00:00:00Z", now.toISOString()],
    ];
    expect((await rowsOf(ownTable(rows), form)).map(({ refusal }) => refusal)).toEqual([
      "has a time that can't be read",
      "has a time in the future",
      null,
      null,
      "has a time before 1900",
      null,
    ]);
  });

  it("are read in the order of their column", async () => {
    const rows = [
      ["a", "13/01/2026 10:00", "01/02/2026 10:00"],
      ["b", "02/01/2026 10:00", "01/02/2026 10:00"],
    ];
    const read = await rowsOf(ownTable(rows, { own: ["id", "started_at", null] }), form);
    expect(read[1]?.started_at).toEqual(new Date("2026-01-02T10:00:00Z"));
    const reason = "has a time that can be read as two dates, and the column doesn't say which";
    expect((await rowsOf(ownTable(rows), form))[0]?.refusal).toBe(reason);
  });
});

describe("identity", () => {
  const idOf = async (table: Given, mapping = mapped({})) =>
    (await rowsOf(table, form, mapping)).map(({ identities }) => identities[0]);

  it("is the id, of digits with the first time", async () => {
    const rows = [
      ["r-1", "2026-01-01T00:00:00Z"],
      ["7", "2026-01-01T00:00:00Z"],
      ["7", "", "2026-01-02T00:00:00Z"],
      ["7"],
    ];
    expect(await idOf(ownTable(rows))).toEqual([
      "id:r-1",
      "id:7 2026-01-01T00:00:00Z",
      "id:7 2026-01-02T00:00:00Z",
      "id:7",
    ]);
    expect(await idOf({ headers: ["A", "q"], rows: [["x"]] }, mapped({ A: "id" }))).toEqual(["id:x"]);
  });

  it("joins the columns of an id", async () => {
    expect(
      await idOf({
        headers: ["a", "b"],
        own: ["id", "id"],
        rows: [
          ["r", "2"],
          ["r", ""],
        ],
      }),
    ).toEqual(["id:r 2", "id:r"]);
  });

  it("is of the cells without an id, and of which of equal rows it is", async () => {
    const table = {
      headers: ["q", "x"],
      rows: [
        ["a", "1"],
        ["b", "1"],
        ["a", "1"],
      ],
    };
    const [first, second, third] = await idOf(table);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await idOf(table, mapped({ q: null, x: "q" }, { zone: "Asia/Tokyo" }))).toEqual([first, second, third]);
    expect((await idOf({ ...table, headers: ["q", "y"] }))[0]).not.toBe(first);
  });

  it("isn't changed by a mapping that leaves out the id", async () => {
    expect(await idOf(ownTable([["r-1"]]), mapped({ id: null, q: "id" }))).toEqual(["id:r-1"]);
  });
});

it("takes hidden fields and the language, one of the form's", async () => {
  const table = {
    headers: ["hidden.key", "lang", "q"],
    rows: [
      ["'=x", "de-ch", "a"],
      ["", "fr", "b"],
    ],
  };
  const read = await rowsOf(table, form, mapped({ lang: "language" }));
  expect(read.map(({ hidden, language }) => [hidden, language])).toEqual([
    [{ key: "=x" }, "de-CH"],
    [{}, null],
  ]);
});

it("refuses rows of more than 256 KiB", async () => {
  const rows = ["é".repeat(128 * 1024), `${"é".repeat(128 * 1024)}a`].map((cell) => [cell]);
  expect((await rowsOf({ headers: ["q"], rows }, form)).map(({ refusal }) => refusal)).toEqual([
    null,
    "is larger than 256 KiB",
  ]);
});

it("never repeats a cell in a reason", async () => {
  const asked = formOf({
    n: ["number", "N"],
    d: ["date", "D"],
    r: ["records", "R", { fields: [{ key: "n", title: "N", question_type: "number" }] }],
  });
  const rows = [["secret", "secret", json([{ n: "secret" }])]];
  const [row] = await rowsOf({ headers: ["n", "d", "r"], rows }, asked);
  expect(row?.refused).toHaveLength(3);
  expect(JSON.stringify(row?.refused)).not.toContain("secret");
});
