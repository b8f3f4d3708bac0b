import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { exported, failure, question, respond, rowOf, type Stage, startStage } from "./stage.ts";

/** Exports that were cut continue after their last whole row (docs/develop/responses.md). */
let stage: Stage;
let slug: string;
beforeAll(async () => {
  stage = await startStage();
  const form = await stage.newForm(rowOf([question("a", "long_text"), question("b")]));
  slug = form.slug;
  for (let at = 0; at < 12; at += 1) {
    await respond(stage.call, slug, {
      answers: [
        ["a", at % 3 === 0 ? `a line\r\n${randomUUID()} "quoted",\nand more` : `text ${at}`],
        ["b", "x"],
      ],
    });
  }
});
afterAll(() => stage?.stop());

/** Returns the rows of the text that are whole, and the last one's session. */
function wholeRows(text: string, rows: readonly string[]): { kept: string; after: string | undefined } {
  let kept = "";
  let after: string | undefined;
  for (const row of rows) {
    if (!text.startsWith(kept + row)) break;
    kept += row;
    after = /^(?:\{"id":")?([0-9a-f-]{36})/.exec(row)?.[1];
  }
  return { kept, after };
}

/** Splits an export before each session ID at the start of a line. */
const rowsIn = (text: string): string[] => text.split(/(?<=\r?\n)(?=(?:\{"id":")?[0-9a-f-]{36}["',])/);

test.each(["csv", "json"] as const)("continues anywhere without a missing or repeated session: %s", async (format) => {
  const begun = await exported(stage, slug, { format });
  const { text } = begun;
  const rows = rowsIn(text);
  expect(rows).toHaveLength(format === "csv" ? 13 : 12);
  const continued = new Map<string, string>();
  for (let cut = rows[0]?.length ?? 0; cut <= text.length; cut += 7) {
    const { kept, after } = wholeRows(text.slice(0, cut), rows);
    if (!after) continue;
    const query = { format, export_after: after, export_version: begun.newest_version };
    const rest = continued.get(after) ?? (await exported(stage, slug, query, undefined, { bytes: 300 })).text;
    continued.set(after, rest);
    expect(kept + rest).toBe(text);
  }
  expect(continued.size).toBeGreaterThanOrEqual(11);
});

test("keeps the columns and sessions of the first part", async () => {
  const form = await stage.newForm(rowOf([question("a"), question("old")]));
  for (const answer of ["one", "two", "three"])
    await respond(stage.call, form.slug, { answers: [["a", answer]], isCompleted: false });
  const begun = await exported(stage, form.slug);
  const rows = rowsIn(begun.text);
  await stage.publish(form, rowOf([question("new"), question("a")]));
  await respond(stage.call, form.slug, { answers: [["new", "later"]], isCompleted: false });
  const { kept, after } = wholeRows(rows.slice(0, 2).join(""), rows);
  const query = { export_after: after, export_version: begun.newest_version };
  expect(kept + (await exported(stage, form.slug, query)).text).toBe(begun.text);
  expect((await exported(stage, form.slug)).text).not.toContain(begun.text.slice(0, 200));
});

test("continues with the same filters", async () => {
  const whole = await exported(stage, slug, { status: "completed", started_at_from: "2020-01-01" });
  const rows = rowsIn(whole.text);
  const { kept, after } = wholeRows(rows.slice(0, 5).join(""), rows);
  const query = { export_after: after, export_version: 1, status: "completed" as const, started_at_from: "2020-01-01" };
  expect(kept + (await exported(stage, slug, query)).text).toBe(whole.text);
  expect((await exported(stage, slug, { export_after: after, export_version: 1, status: "abandoned" })).text).toBe("");
});

test.each([
  [{ export_after: randomUUID(), export_version: 1 }, "export_after: isn't a response of this form"],
  [{ export_after: randomUUID() }, "export_version: is required with export_after"],
  [{ export_version: 1 }, "export_version: requires export_after"],
  [{ export_after: randomUUID(), export_version: 9 }, "export_version: must be at most 1"],
  [
    { export_after: randomUUID(), export_version: 1, format: "xlsx" as const },
    "export_after: requires format=csv, format=json or format=zip",
  ],
])("rejects %j with 400", async (query, error) => {
  const { code, data } = await failure(exported(stage, slug, query));
  expect([code, data?.errors]).toEqual([400, [expect.stringContaining(error)]]);
});
