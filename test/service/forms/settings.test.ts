import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { defaultSettings, formSettings, settingNames } from "../../../shared/api/shapes/formSettings.ts";
import { otherSettings } from "../../support/otherSettings.ts";
import { newCaller, questionnaire, type Stage, startForms } from "./stage.ts";

/** Each setting of a form on all its ways (decisions §3). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
  stage.broker.createService({ name: "integrations", actions: { hasMail: () => ({ has_mail: true }) } });
});
afterAll(() => stage?.stop());

const caller = newCaller();

test.each(settingNames)("%s is stored, pushed and audited, and copies have it if its row says so", async (name) => {
  const { call, sessions, database } = stage;
  const [before, after] = [defaultSettings[name], otherSettings[name]];
  const { slug, ...created } = await call("forms.create", { caller, body: { title: "Lunch" } });
  expect(created[name]).toEqual(before);
  await call("forms.saveDraft", { caller, slug, body: { graph: questionnaire() }, if_match: null });
  await call("forms.publish", { caller, slug });
  expect((await call("forms.update", { caller, slug, body: { [name]: after } }))[name]).toEqual(after);
  expect(sessions.live.get(created.id)).toMatchObject({ [name]: after });
  const { rows } = await database.query(
    `select entry -> 'changes' as changes from forms.audit_outbox
      where entry -> 'targets' -> 0 ->> 'id' = $1 and entry ->> 'action' in ('form.changed', 'form.archived')`,
    [created.id],
  );
  expect(rows).toEqual([{ changes: [{ field: name, before, after }] }]);
  const copy = await call("forms.copy", { caller, slug, body: {} });
  expect(copy[name]).toEqual(formSettings[name].isCopied ? after : before);
});
