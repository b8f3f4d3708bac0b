import type { GatewayAlone } from "../../support/gatewayAlone.ts";

/** Pages of the links in emails (features §17). */
let gateway: GatewayAlone;

beforeAll(async () => {
  Object.assign(process.env, { PORT: "0", RATE_LIMITS: "off" });
  const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
  gateway = await startGatewayAlone();
});
afterAll(() => gateway?.stop());

const changes = ["integrations.confirmMail", "integrations.stopMail"];
const changed = () => gateway.called.filter((name) => changes.includes(name));
const ask = (path: string, method: string) => fetch(`${gateway.url}${path}?token=abc`, { method });

test.each([
  ["/mail/confirm", "Confirm", "integrations.confirmMail"],
  ["/mail/stop", "Unsubscribe", "integrations.stopMail"],
])("%s shows a button, and only POST changes something", async (path, button, action) => {
  const before = changed().length;
  const page = await ask(path, "GET");
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain(`<form method="post"><button>${button}</button></form>`);
  expect(html).toContain("Survey &#60;1&#62;");
  expect((await ask(path, "HEAD")).status).toBe(200);
  expect(changed()).toHaveLength(before);
  const done = await ask(path, "POST");
  expect(done.status).toBe(200);
  expect(await done.text()).not.toContain("<button>");
  expect(changed().slice(before)).toEqual([action]);
});
