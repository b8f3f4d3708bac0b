import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { failure, newCaller, questionnaire, type Stage, startForms } from "./stage.ts";

/** A write after its deadline returns 503 and isn't applied (docs/develop/retries.md). */
const caller = newCaller();
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

async function published(title: string) {
  const { id, slug } = await stage.call("forms.create", { caller, body: { title } });
  await stage.call("forms.saveDraft", { caller, slug, body: { graph: questionnaire() }, if_match: null });
  await stage.call("forms.publish", { caller, slug });
  return { id, slug };
}

const late = (slug: string, meta: { deadline: number; clock?: string }) => ({
  update: () => stage.call("forms.update", { caller, slug, body: { title: "Late" } }, { meta }),
  publish: () => stage.call("forms.publish", { caller, slug }, { meta }),
  remove: () => stage.call("forms.remove", { caller, slug }, { meta }),
});
const writes = ["update", "publish", "remove"] as const;
const tooLate = { code: 503, message: expect.stringContaining("wasn't applied") };

const unchanged = async (slug: string, title: string) =>
  expect(await stage.call("forms.get", { caller, slug })).toMatchObject({
    title,
    is_active: true,
    published_version: 1,
  });

test.each(writes)("refuses %s that arrives late", async (write) => {
  const { slug } = await published("Arrival");
  expect(await failure(late(slug, { deadline: Date.now() - 1 })[write]())).toMatchObject(tooLate);
  // the clock of an unknown node can't be read, so any time may be late
  const asked = { deadline: Date.now() + 60_000, clock: "nobody" };
  expect(await failure(late(slug, asked)[write]())).toMatchObject(tooLate);
  await unchanged(slug, "Arrival");
});

test.each(writes)("rolls back %s that is late at its commit", async (write) => {
  const { id, slug } = await published("Commit");
  await stage.database.query("begin");
  await stage.database.query("select 1 from forms.forms where id = $1 for update", [id]);
  const deadline = Date.now() + 500;
  const refused = failure(late(slug, { deadline })[write]());
  await eventually(async () => {
    const { rowCount } = await stage.database.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rowCount).toBeGreaterThan(0);
    expect(Date.now()).toBeGreaterThan(deadline);
  });
  await stage.database.query("commit");
  expect(await refused).toMatchObject(tooLate);
  await unchanged(slug, "Commit");
});
