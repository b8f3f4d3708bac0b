import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { base, change, own, rule, stage, startMailStage, stopMailStage } from "./mailStage.ts";

/** Entries of email notifications in the audit log (teams §20.10). Those of the rest are in test/api/audit.test.ts. */
beforeAll(() => startMailStage());
afterAll(stopMailStage);

test("each change of an email notification leaves one entry with its settings", async () => {
  const made = await rule();
  const { caller, form, mail } = made;
  const at = { caller, slug: form.slug, id: mail.id };
  await change(made, { name: "Sales", to: [own, "team@example.com"] });
  await change(made, { name: "Sales" });
  await stage.call("integrations.testMail", { ...at, base_url: base });
  await stage.call("integrations.removeMail", at);
  const found = await eventually(() => {
    const entries = stage.audited.filter(({ account_id }) => account_id === caller.account_id);
    expect(entries.map(({ action }) => action)).toEqual([
      "mail.created",
      "mail.changed",
      "mail.tested",
      "mail.deleted",
    ]);
    return entries;
  });
  for (const { targets } of found)
    expect(targets).toMatchObject([
      { type: "mail", id: mail.id },
      { type: "form", id: form.id },
    ]);
  expect(found[1]?.changes).toEqual([
    { field: "name", before: "Team", after: "Sales" },
    { field: "to", before: [own], after: [own, "team@example.com"] },
  ]);
});
