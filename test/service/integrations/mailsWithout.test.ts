import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type IntegrationsBroker, newCaller, newestFirst, startIntegrations } from "./broker.ts";

/** Email notifications on a server without SMTP_URL (features §17). */
let broker: IntegrationsBroker;

beforeAll(async () => {
  broker = await startIntegrations();
});
afterAll(() => broker.stop());

test("can be read, but not created, with 409 after the body was checked", async () => {
  const caller = newCaller();
  const slug = broker.newForm(caller);
  const list = await broker.call("integrations.listMails", { caller, slug, paging: newestFirst });
  expect(list).toEqual({ count: 0, results: [] });
  const create = (to: string[]) =>
    broker.call("integrations.createMail", {
      caller,
      slug,
      base_url: "https://forms.example",
      body: { name: "Team", subject: "New", text: "", to },
    });
  await expect(create(["ada@example.com"])).rejects.toMatchObject({
    code: 409,
    message: "This server can't send email. Ask an administrator to set SMTP_URL.",
  });
  await expect(create(["nobody"])).rejects.toMatchObject({ code: 400 });
});
