import { anonymous, baseUrl } from "../support/api.ts";
import { clientId, clientSecret, type Issuer, startIssuer } from "../support/issuer.ts";
import { type Product, startProduct } from "../support/product.ts";

/** Single sign-on over HTTP: cookies, redirects and limits (teams §20.9). The rest is in test/service/auth/sso.test.ts. */
let product: Product;
let issuer: Issuer;
beforeAll(async () => {
  issuer = await startIssuer();
  const env = {
    SIGNUP: "closed",
    OIDC_ISSUER_URL: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_DEFAULT_ROLE: "viewer",
    RATE_LIMIT_ENTRY_PER_MINUTE: "0",
  };
  product = await startProduct({ way: "one", env });
  issuer.claims = { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" };
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await issuer?.close();
});

const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(product.url + path, { redirect: "manual", ...init, headers });
const cookiesOf = (answer: Response) => answer.headers.getSetCookie();
const pairOf = (cookie = "") => cookie.split(";")[0] ?? "";

async function begun(next = "") {
  const answer = await ask(`/api/auth/oidc/start/${next && `?next=${encodeURIComponent(next)}`}`);
  expect(answer.status).toBe(302);
  const [cookie] = cookiesOf(answer);
  return { location: answer.headers.get("location") ?? "", cookie: cookie ?? "" };
}
const back = async (location: string) =>
  `/api/auth/oidc/callback/?${new URLSearchParams(await issuer.visit(location))}&session_state=x`;

test("binds the sign-in to the browser, and gives it a new cookie without a Referer", async () => {
  const { location, cookie } = await begun("/forms/lunch");
  expect(cookie).toMatch(/^pathform_sso=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  const path = await back(location);
  const fixed = "pathform_session=chosen-by-someone-else";
  const elsewhere = await ask(path, { cookie: fixed });
  expect(elsewhere.headers.get("location")).toBe(`${product.url}/sign-in?error=expired`);
  expect(cookiesOf(elsewhere)).toEqual([]);
  const answer = await ask(path, { cookie: `${pairOf(cookie)}; ${fixed}` });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("location")).toBe(`${product.url}/forms/lunch`);
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const session = pairOf(cookiesOf(answer)[0]);
  expect(session).toMatch(/^pathform_session=[\w-]{43}$/);
  expect((await ask("/api/auth/me/", { cookie: session })).status).toBe(200);
});

test("ends sign-ins by a form that the issuer posts, and takes no JSON or repeated field", async () => {
  const { location, cookie } = await begun();
  const session = pairOf(cookiesOf(await ask(await back(location), { cookie: pairOf(cookie) }))[0]);
  const now = Math.floor(Date.now() / 1000);
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const claims = { iss: issuer.url, aud: clientId, iat: now, exp: now + 120, jti: "1", sub: "ada", events };
  const token = await issuer.sign(claims);
  const post = (body: string, type = "application/x-www-form-urlencoded") =>
    ask("/api/auth/oidc/backchannel-logout/", { "content-type": type }, { method: "POST", body });
  expect((await post(JSON.stringify({ logout_token: token }), "application/json")).status).toBe(415);
  expect((await post(`logout_token=${token}&logout_token=${token}`)).status).toBe(400);
  expect((await post("logout_token=x")).status).toBe(400);
  expect((await ask("/api/auth/me/", { cookie: session })).status).toBe(200);
  const answer = await post(`logout_token=${token}`);
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect((await ask("/api/auth/me/", { cookie: session })).status).toBe(401);
});

test("another site's link doesn't sign a person out", async () => {
  const { location, cookie } = await begun();
  const session = pairOf(cookiesOf(await ask(await back(location), { cookie: pairOf(cookie) }))[0]);
  expect((await ask("/api/auth/oidc/logout/", { cookie: session, "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect((await ask("/api/auth/me/", { cookie: session })).status).toBe(200);
  const answer = await ask("/api/auth/oidc/logout/", { cookie: session, "sec-fetch-site": "same-origin" });
  expect(answer.headers.get("location")).toMatch(`${issuer.url}/end?`);
  expect(pairOf(cookiesOf(answer)[0])).toBe("pathform_session=");
  expect((await ask("/api/auth/me/", { cookie: session })).status).toBe(401);
});

test("a server without single sign-on has none to start", async () => {
  expect((await anonymous().get("/api/auth/oidc/start/")).status).toBe(404);
  expect(await (await fetch(`${baseUrl()}/api/auth/options/`)).json()).toMatchObject({ sso: null });
});

test("an issuer that hangs costs up to 5 s: a page for browsers, 503 for others, and the server stays ready", async () => {
  const env = { OIDC_ISSUER_URL: issuer.url, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
  issuer.lie = { hangs: "openid-configuration" };
  const other = await startProduct({ way: "one", env });
  try {
    const start = (accept: string) =>
      fetch(`${other.url}/api/auth/oidc/start/?next=/forms`, {
        redirect: "manual",
        headers: { accept },
        signal: AbortSignal.timeout(5_500),
      });
    const [page, api] = await Promise.all([start("text/html"), start("application/json")]);
    expect(page.headers.get("location")).toBe(`${other.url}/sign-in?error=unavailable&next=%2Fforms`);
    expect(api.status).toBe(503);
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
  } finally {
    issuer.lie = {};
    await other.stop();
  }
}, 60_000);
