import { mark } from "../../../services/gateway/http/mark.ts";
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
  expect(html).toContain("<main><svg");
  expect((await ask(path, "HEAD")).status).toBe(200);
  expect(changed()).toHaveLength(before);
  const done = await ask(path, "POST");
  expect(done.status).toBe(200);
  expect(await done.text()).not.toContain("<button>");
  expect(changed().slice(before)).toEqual([action]);
});

const leaving = async (token: string, options: RequestInit = {}) => {
  const response = await fetch(`${gateway.url}/mail/leave?token=${token}`, options);
  return { status: response.status, html: await response.text() };
};

test("stops invitations in the language and writing direction of the recipient", async () => {
  const { html } = await leaving("ar");
  expect(html).toContain('<html lang="ar" dir="rtl">');
  // isolated, so that the sentence keeps its direction
  expect(html).toContain("\u2068zoe@elsewhere.example\u2069");
  expect((await leaving("de")).html).toMatch(
    /<html lang="de" dir="ltr">.*<p>.*zoe@elsewhere\.example.*Red &#38; Blue/s,
  );
  expect((await leaving("de", { method: "POST" })).html).not.toContain("<button>");
});

test("shows no address that was erased, and still stops invitations", async () => {
  const { html } = await leaving("erased");
  expect(html).toContain("<h1>Unsubscribe?</h1><form");
  expect(html).not.toContain(mark);
});

test("says that a link is unknown in a language that the browser accepts", async () => {
  const accepted = (languages: string) => leaving("unknown", { headers: { "accept-language": languages } });
  const { status, html } = await accepted("gsw, de-AT;q=0.8, en;q=0.5");
  expect([status, html]).toEqual([404, expect.stringContaining('<html lang="de"')]);
  for (const other of ["gsw", "", ",;q=x", "*"]) expect((await accepted(other)).html).toContain("Link expired");
});
