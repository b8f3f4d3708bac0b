import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { insertVersion } from "../../../services/sessions/store/versions.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { eventually } from "../../support/eventually.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { type Stage, startSessions } from "./stage.ts";

/** Which nodes of a form are personal, as its versions are stored (wants §21.5). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions();
});
afterAll(() => stage?.stop());

const graphWith = (...personal: string[]): Graph =>
  chain(
    node("other", "short_text"),
    ...personal.map((id) => {
      const one = node(id, "email");
      return { ...one, data: { ...one.data, is_personal: true } };
    }),
  ) as unknown as Graph;
const versionOf = (number: number, graph: Graph) => ({ version_id: randomUUID(), version_number: number, graph });
const personalOf = async (formId: string) => (await stage.call("sessions.personalNodes", { form_id: formId })).node_ids;

test("keeps nodes that only older versions have, whichever is stored first", async () => {
  const form = await stage.newForm(graphWith("first"));
  expect(await personalOf(form.form_id)).toEqual(["first"]);
  const third = versionOf(3, graphWith("third"));
  const live = { ...form, revision: 3, version: { id: third.version_id, version_number: 3 } };
  await stage.call("sessions.putLiveForm", { form: live, graph: third });
  expect(await personalOf(form.form_id)).toEqual(["third", "first"]);
  expect(await personalOf(randomUUID())).toEqual([]);
});

test("a version waits for one that is being stored, and knows its nodes", async () => {
  const form = await stage.newForm(graphWith());
  const client = await stage.database.connect();
  await client.query("begin");
  await insertVersion(client, form.form_id, versionOf(2, graphWith("second")));
  const third = versionOf(3, graphWith());
  const live = { ...form, revision: 3, version: { id: third.version_id, version_number: 3 } };
  let isDone = false;
  const putting = stage.call("sessions.putLiveForm", { form: live, graph: third }).finally(() => {
    isDone = true;
  });
  await eventually(async () => {
    const { rows } = await stage.database.query(
      "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    );
    expect(isDone || rows.length > 0).toBe(true);
  });
  await client.query("commit");
  client.release();
  await putting;
  expect(await personalOf(form.form_id)).toEqual(["second"]);
});
