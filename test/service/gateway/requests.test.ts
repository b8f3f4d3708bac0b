import { gzipSync } from "node:zlib";
import type { GatewayAlone } from "../../support/gatewayAlone.ts";

/** Responses of the gateway itself, and its calls to services (decisions §1). */
let gateway: GatewayAlone;

beforeAll(async () => {
  Object.assign(process.env, { PORT: "0", RATE_LIMITS: "off" });
  const { startGatewayAlone } = await import("../../support/gatewayAlone.ts");
  gateway = await startGatewayAlone();
});
afterAll(() => gateway?.stop());

const key = { authorization: "Bearer a-key" };
const user = { cookie: "pathform_session=a-token" };
const json = { "content-type": "application/json" };

async function ask(path: string, options: RequestInit = {}) {
  const reply = await fetch(gateway.url + path, { redirect: "manual", ...options });
  const body = await reply.text();
  return { status: reply.status, ...(body !== "" && (JSON.parse(body) as { detail: string; errors?: string[] })) };
}
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  ask("/api/v2/form/", { method: "POST", body, headers: { ...key, ...json, ...headers } });
const callsOf = (action: string) => gateway.called.filter((name) => name === action).length;

describe("an error", () => {
  test("lists the known query parameters for an unknown one", async () => {
    expect(await ask("/api/v2/form/?limt=1", { headers: key })).toMatchObject({
      status: 400,
      errors: ["limt: unknown query parameter"],
      detail: expect.stringMatching(
        /This endpoint accepts the query parameters .*limit, offset, page, ordering, search\.$/,
      ),
    });
    expect(await ask("/api/auth/me/?x=1", { headers: key })).toMatchObject({
      detail: expect.stringMatching(/accepts no query parameters\.$/),
    });
    expect((await ask("/api/v2/form/?ordering=x", { headers: key })).errors?.[0]).toMatch(/title, slug, created/);
  });

  test("lists the known fields of an object for an unknown one", async () => {
    const { errors, detail } = await post('{"title":"A","slog":"a"}');
    expect(errors).toEqual(["slog: unknown field"]);
    expect(detail).toMatch(/The body accepts the fields title, slug, .*is_active/);
    expect((await post('{"title":"A","s.log":"a"}')).detail).toMatch(/The body accepts the fields title/);
    const graph = { schema_version: "2.0", nodes: [{ id: "a", data: { titel: "" } }], edges: [] };
    const draft = await ask("/api/v2/form/a-form/draft/", {
      method: "PUT",
      body: JSON.stringify({ graph }),
      headers: { ...key, ...json },
    });
    expect(draft.errors).toEqual(["graph.nodes.0.data.titel: unknown field"]);
    expect(draft.detail).toMatch(
      /graph\.nodes\.0\.data accepts the fields title, description, is_required, is_personal, source_name, show_if, valid_if, image, config\.$/,
    );
  });

  test("accepts a quoted cookie, as Java sends it", async () => {
    const quoted = { cookie: '$Version="1"; pathform_session="bad";$Path="/"' };
    expect((await ask("/api/auth/me/", { headers: quoted })).status).toBe(401);
    const good = await ask("/api/auth/me/", { headers: { cookie: 'pathform_session="a-token";$Path="/"' } });
    expect(good).toMatchObject({ status: 200 });
  });

  test.each([
    ["a dead one first", "pathform_session=bad; pathform_session=a-token"],
    ["a dead one last", "pathform_session=a-token; pathform_session=bad"],
    ["the name of HTTPS", "pathform_session=bad; __Host-pathform_session=a-token"],
  ])("accepts a valid cookie beside an invalid one: %s", async (_what, cookie) => {
    expect(await ask("/api/auth/me/", { headers: { cookie } })).toMatchObject({ status: 200 });
  });

  test("renews only the valid cookie", async () => {
    const headers = { cookie: "pathform_session=bad; pathform_session=a-token" };
    const reply = await fetch(`${gateway.url}/api/auth/me/`, { headers });
    expect(reply.headers.get("set-cookie")).toMatch(/^pathform_session=a-token;/);
  });

  test("tries the HTTPS cookie before ten others", async () => {
    const planted = Array.from({ length: 10 }, (_, index) => `pathform_session=planted-${index}`);
    const cookie = [...planted, "__Host-pathform_session=a-token"].join("; ");
    const reply = await fetch(`${gateway.url}/api/auth/me/`, { headers: { cookie } });
    expect(reply.headers.get("set-cookie")).toMatch(/^pathform_session=a-token;/);
  });

  test("ends the sign-ins of all cookies at sign-out", async () => {
    const before = callsOf("auth.logout");
    const headers = { cookie: "pathform_session=bad; pathform_session=a-token" };
    expect((await ask("/api/auth/logout/", { method: "POST", headers })).status).toBe(204);
    expect(callsOf("auth.logout") - before).toBe(2);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["no credentials", {}, /Authentication required\. Send an API key as `Authorization: Bearer pf_…`, or sign in/],
    ["another scheme", { authorization: "Basic YTpi" }, /Send `Bearer <API key>`/],
    ["two keys", { authorization: "Bearer a b" }, /Send `Bearer <API key>`/],
  ])("returns 401 for %s", async (_what, headers, detail) => {
    expect(await ask("/api/v2/form/", { headers })).toEqual({ status: 401, detail: expect.stringMatching(detail) });
  });

  test("says where JSON is malformed", async () => {
    expect(await post('{"title":\n "A",}')).toMatchObject({
      status: 400,
      detail: expect.stringMatching(/^The request body isn't valid JSON: .*\(line 2 column 6\)\.$/),
    });
    expect((await post("nonsense")).detail).toMatch(/isn't valid JSON: Unexpected token 'o', "nonsense"/);
    expect((await post('{"title":"A"')).detail).toMatch(/\(line 1 column 13\)/);
  });

  test("returns 415 for an encoded body, except `identity`", async () => {
    const gzip = await post(gzipSync('{"title":"A"}') as Uint8Array<ArrayBuffer>, { "content-encoding": "gzip" });
    expect(gzip).toEqual({ status: 415, detail: expect.stringContaining("Remove Content-Encoding: gzip") });
    expect((await post('{"title":"A"}', { "content-encoding": "identity" })).status).toBe(201);
  });

  test.each([
    ["abc", 400],
    ['"abc', 400],
    ['"a" "b"', 400],
    ['"abc"', 200],
    ['W/"abc", "d"', 200],
    ["*", 200],
  ])("handles If-Match: %s with %i", async (tag, status) => {
    const body = '{"graph":{"schema_version":"2.0","nodes":[],"edges":[]}}';
    const headers = { ...key, ...json, "if-match": tag };
    const reply = await ask("/api/v2/form/a-form/draft/", { method: "PUT", body, headers });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.detail).toMatch(/in double quotes/);
  });
});

describe("a call without a response", () => {
  test("is repeated for a read", async () => {
    const before = callsOf("integrations.list");
    expect((await ask("/api/integrations/", { headers: key })).status).toBe(200);
    expect(callsOf("integrations.list") - before).toBe(2);
  });

  test("isn't repeated for an OAuth callback, whose code may be used up", async () => {
    const reply = await ask("/api/integrations/hubspot/callback/?state=x&code=y", { headers: user });
    expect(reply).toMatchObject({ status: 503, detail: expect.stringMatching(/^Integrations and deliveries are/) });
    expect(callsOf("integrations.callback")).toBe(1);
  });
});
