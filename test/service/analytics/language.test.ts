import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Params } from "../../../shared/bus/calls.ts";
import type { FormReference } from "../../../shared/bus/contract.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { exported, paging, question, rowOf, type Stage, startStage } from "./stage.ts";

/** The language of responses in lists, exports and insights (features §13). */
let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const plain = () => rowOf([question("a")]);
const translated = (): Graph => ({ ...plain(), translations: { de: { "a.title": "Frage" } } });

async function respondIn({ slug }: FormReference, language?: string): Promise<string> {
  const sessionId = randomUUID();
  const body = language === undefined ? {} : { language };
  await stage.call("sessions.start", { slug, session_id: sessionId, body, user_agent: null });
  await stage.call("sessions.next", { session_id: sessionId, body: { node_id: "a", value: "x" } });
  await stage.call("sessions.complete", { session_id: sessionId });
  return sessionId;
}

const list = (slug: string, query: Params<"analytics.listResponses">["query"], page = paging()) =>
  stage.call("analytics.listResponses", { caller: stage.caller, slug, query, paging: page });

test("filters lists, exports and insights by language, in any case", async () => {
  const form = await stage.newForm(translated());
  // counts come from rollups, which know no languages
  await stage.database.query(
    "insert into analytics.rollup_forms (form_id, is_complete) values ($1, true) on conflict (form_id) do update set is_complete = true",
    [form.form_id],
  );
  const [de, en] = [await respondIn(form, "de"), await respondIn(form)];
  const again = await respondIn(form, "de");
  await stage.indexed();
  for (const ordering of ["-started_at", "-total_score"]) {
    const { count, results } = await list(form.slug, { language: "DE" }, paging(ordering));
    expect([count, results.map(({ id }) => id).sort()]).toEqual([2, [de, again].sort()]);
  }
  expect(await list(form.slug, { language: "en", status: "completed" })).toMatchObject({
    count: 1,
    results: [{ id: en }],
  });
  expect(await list(form.slug, { language: "fr" })).toMatchObject({ count: 0, results: [] });
  expect((await list(form.slug, { language: "de" }, paging("-started_at", { search: "x" }))).count).toBe(2);
  const asked = { include: "answers" as const };
  for (const query of [asked, { ...asked, language: "de" }]) {
    const { results } = await list(form.slug, query, paging("-started_at", { search: query === asked ? "" : "x" }));
    expect(results.find(({ id }) => id === de)?.language).toBe("de");
  }
  expect((await list(form.slug, {})).results.some((row) => "language" in row)).toBe(false);
  expect((await exported(stage, form.slug, { language: "de" })).text.split("\r\n")).toHaveLength(4);
  const insights = await stage.call("analytics.insights", {
    caller: stage.caller,
    slug: form.slug,
    query: { language: "de" },
  });
  expect(JSON.parse(JSON.stringify(insights))).toMatchObject({ sessions: { started: 2 } });
  const detail = await stage.call("analytics.getResponse", {
    caller: stage.caller,
    slug: form.slug,
    session_id: de,
  });
  expect(detail.language).toBe("de");
});

test("has a column only where a version has translations", async () => {
  const form = await stage.newForm(plain());
  await respondIn(form);
  const headerOf = async (format: "csv" | "json" = "csv") => (await exported(stage, form.slug, { format })).text;
  expect(await headerOf()).toMatch(/,end_node_id,outcome,Question a \[a\]\r\n/);
  await stage.publish(form, translated());
  await respondIn(form, "de");
  const [header, first, second] = (await headerOf()).split("\r\n");
  expect(header).toMatch(/,end_node_id,outcome,language,Question a \[a\]$/);
  expect(first).toMatch(/,end,,de,x$/);
  expect(second).toMatch(/,end,,,x$/);
  expect((await headerOf("json")).split("\n").map((line) => line && JSON.parse(line).language)).toEqual([
    "de",
    null,
    "",
  ]);
});
