import { baseUrl } from "../support/api.ts";

/** Paths of the dashboard and its headers (decisions §9.4). */
const load = (path: string, method = "GET") => fetch(baseUrl() + path, { method, redirect: "manual" });

const paths =
  `/ /?status=all /sign-in /register /forgot-password /reset-password?token=x /forms/lunch/build /integrations/slack/1
  /developers/keys /developers/usage/ /settings/account /settings/none`.split(/\s+/);

test.each(paths)("serves the dashboard at %s to everyone, uncached", async (path) => {
  const response = await load(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toContain('<div id="dashboard">');
});

test.each([
  "/form",
  "/formsx",
  "/sign-in/x",
  "/dashboard",
  "/dashboard/index.html",
  "/index.html",
  "/setting/x",
  "//forms/x",
])("returns no page for %s", async (path) => {
  const response = await load(path);
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ detail: expect.any(String) });
});

test("can't be framed, and runs only this service's files with a nonce for styles", async () => {
  const answers = await Promise.all([load("/"), load("/")]);
  const policies = answers.map(({ headers }) => headers.get("content-security-policy") ?? "");
  expect(policies[0]).toMatch(
    /^default-src 'self'; style-src 'self' 'nonce-[\w-]{22}'; img-src 'self' data: https:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
  );
  expect(policies[0]).not.toBe(policies[1]);
  expect(answers[0]?.headers.get("x-frame-options")).toBe("DENY");
  const nonce = /nonce-([\w-]+)/.exec(policies[0] ?? "")?.[1];
  const html = (await answers[0]?.text()) ?? "";
  expect(html).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
  expect(html).not.toContain("{nonce}");
  for (const [, file] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
    expect((await load(file ?? "")).status).toBe(200);
});

test("accepts no other method", async () => {
  const response = await load("/", "POST");
  expect([response.status, response.headers.get("allow")]).toEqual([405, "HEAD, GET"]);
});
