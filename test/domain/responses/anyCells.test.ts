import fc from "fast-check";
import type { ImportSource } from "../../../shared/api/shapes/responseImports.ts";
import { importSources } from "../../../shared/api/shapes/responseImports.ts";
import { isScreen } from "../../../shared/domain/questions/index.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";
import { minimal } from "../questions/support.ts";
import { formOf, json, mapped, opened } from "./table.ts";

const asked = questionTypes.filter((type) => !isScreen(type));
const form = formOf(
  Object.fromEntries(asked.map((type) => [type, [type, `Title ${type}`, { ...minimal[type], allow_other: true }]])),
);

const ends = ["", "[a]", " [food]", "_other", "/b", "_1", " (A)", " - Staff", "-Comment", "[1]", ".food", " (2)"];
const header = fc
  .tuple(fc.constantFrom(...asked, "Title ranking", "A", "B", "Other", "x"), fc.constantFrom(...ends))
  .map((it) => it.join(""));
const text = fc.oneof(
  fc.constantFrom(
    "a",
    "B; a",
    "1",
    "0",
    "other",
    "-oth-",
    "1,5",
    "1.234",
    "13/02/2026",
    "[{}]",
    '{"food":"bad"}',
    "N/A",
    "'=a",
    "yes",
  ),
  fc.string({ maxLength: 8 }),
);
const cell = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }).map((value) => json(value as never)),
  fc.constant({ text: "45000", date: "2023-03-15T00:00:00" }),
);
const table = fc.uniqueArray(header, { minLength: 1, maxLength: 8 }).chain((headers) =>
  fc.record({
    source: fc.constantFrom<ImportSource>(...importSources),
    headers: fc.constant(headers),
    rows: fc.array(fc.array(cell, { minLength: headers.length, maxLength: headers.length }), { maxLength: 4 }),
  }),
);

it("reads any cells, the same ones each time, and by a mapping of its suggestions", async () => {
  await fc.assert(
    fc.asyncProperty(table, async (given) => {
      const first = await opened(given, form);
      const columns = first.columns.map(({ suggestion }, column) => [`#${column + 1}`, suggestion]);
      const second = await opened(given, form, mapped(Object.fromEntries(columns)));
      const read = async (responses = first) => {
        const rows = [];
        for await (const row of responses.read()) rows.push({ ...row, answers: [...row.answers] });
        return rows;
      };
      const rows = await read();
      expect(rows).toHaveLength(given.rows.length);
      expect(await read()).toEqual(rows);
      expect(await read(second)).toEqual(rows);
      for (const { answers } of rows)
        for (const [id, { value }] of answers) expect([id, value]).not.toContain(undefined);
    }),
    { numRuns: 500 },
  );
});
