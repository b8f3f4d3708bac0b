import {
  anonymous,
  client,
  cookieOf,
  expecting,
  type Owner,
  owner,
  type Reply,
  signedIn,
  unique,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";

/** Accounts, sign-in and API keys (spec §API key, §Authentication, decisions §2). */
const password = "correct horse battery";
const registration = () => ({ email: `${unique()}@example.com`, password, name: "Grace Hopper" });
const register = (body: unknown) => anonymous().post("/api/auth/register/", body);
const login = (email: string, secret: string) => anonymous().post("/api/auth/login/", { email, password: secret });
const keysPath = "/api/account/api-keys/";

async function makeKey(by: Owner, body: object = { name: "Reports" }): Promise<Reply["body"]> {
  return (await expecting(201, signedIn(by.cookie).post(keysPath, body))).body;
}
const withKey = (key: string) => client({ authorization: `Bearer ${key}` });

describe("registering", () => {
  test("creates a user with a new account and signs in", async () => {
    const body = registration();
    const reply = await expecting(201, register(body));
    expect(reply.body).toEqual({
      id: expect.any(String),
      email: body.email,
      name: body.name,
      account_id: expect.any(String),
      created: expect.stringMatching(/^\d{4}-.*Z$/),
      email_verified: false,
      has_password: true,
      has_second_factor: false,
      sso: null,
      default_workspace_id: reply.body.account_id,
      workspace: expect.objectContaining({ name: "Grace Hopper's workspace", role: "owner", responses: "write" }),
    });
    const [cookie] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^pathform_session=[A-Za-z0-9_-]{43,}; /);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    const me = await expecting(200, signedIn(cookieOf(reply)).get("/api/auth/me/"));
    expect(me.body).toEqual(reply.body);
  });

  test("returns 409 for a taken email, ignoring case", async () => {
    const body = registration();
    await expecting(201, register(body));
    await expecting(409, register({ ...body, email: body.email.toUpperCase() }));
  });

  test.each<[string, object, string]>([
    ["a short password", { password: "nine char" }, "password:"],
    ["an invalid email", { email: "nobody" }, "email:"],
    ["an empty name", { name: "" }, "name:"],
    ["a name of 101 characters", { name: "x".repeat(101) }, "name:"],
    ["an unknown field", { role: "admin" }, "role: unknown field"],
    ["a number as password", { password: 1234567890 }, "password:"],
  ])("returns 400 for %s", async (_what, wrong, error) => {
    const { body } = await expecting(400, register({ ...registration(), ...wrong }));
    expect(body.errors).toEqual([expect.stringContaining(error)]);
  });
});

describe("signing in and out", () => {
  test("gives the same error for a wrong email and a wrong password", async () => {
    const someone = await owner();
    const wrongPassword = await expecting(401, login(someone.email, "not the password"));
    const wrongEmail = await expecting(401, login(`${unique()}@example.com`, someone.password));
    expect(wrongPassword.body).toEqual(wrongEmail.body);
  });

  test("ignores the email's case, and sets a new cookie per sign-in", async () => {
    const someone = await owner();
    const first = await expecting(200, login(someone.email.toUpperCase(), someone.password));
    const second = await expecting(200, login(someone.email, someone.password));
    expect(first.body).toMatchObject({ email: someone.email });
    expect(cookieOf(first)).not.toBe(cookieOf(second));
  });

  test("ends only that sign-in on sign-out", async () => {
    const someone = await owner();
    const other = cookieOf(await expecting(200, login(someone.email, someone.password)));
    await expecting(204, signedIn(someone.cookie).post("/api/auth/logout/"));
    await expecting(401, signedIn(someone.cookie).get("/api/auth/me/"));
    await expecting(200, signedIn(other).get("/api/auth/me/"));
  });

  test("ends all other sign-ins with a new password, and accepts only that one", async () => {
    const someone = await owner();
    const other = cookieOf(await expecting(200, login(someone.email, someone.password)));
    const change = { password: "a new and longer one", current_password: someone.password };
    const reply = await expecting(200, signedIn(someone.cookie).patch("/api/auth/me/", change));
    await expecting(401, signedIn(other).get("/api/auth/me/"));
    const kept = cookieOf(reply) || someone.cookie;
    await expecting(200, signedIn(kept).get("/api/auth/me/"));
    await expecting(401, login(someone.email, someone.password));
    await expecting(200, login(someone.email, change.password));
  });

  test.each<[string, object, string]>([
    ["without the current one", {}, "current_password:"],
    ["with a wrong current one", { current_password: "not this one" }, "current_password:"],
    ["that is short", { password: "short", current_password: password }, "password:"],
  ])("returns 400 for a new password %s and changes nothing", async (_what, fields, error) => {
    const someone = await owner();
    const change = { password: "a new and longer one", ...fields };
    const { body } = await expecting(400, signedIn(someone.cookie).patch("/api/auth/me/", change));
    expect(body.errors).toEqual([expect.stringContaining(error)]);
    await expecting(200, login(someone.email, someone.password));
  });

  test("changes the name", async () => {
    const someone = await owner();
    const { body } = await expecting(200, signedIn(someone.cookie).patch("/api/auth/me/", { name: "Rear Admiral" }));
    expect(body).toMatchObject({ name: "Rear Admiral", email: someone.email });
    expect((await signedIn(someone.cookie).get("/api/auth/me/")).body).toEqual(body);
  });
});

describe("a request from another site's page with a cookie", () => {
  test.each<[string, Record<string, string>]>([
    ["Origin", { origin: "https://evil.example" }],
    ["Origin: null", { origin: "null" }],
    ["Sec-Fetch-Site", { "sec-fetch-site": "cross-site" }],
    ["Sec-Fetch-Site in capitals", { "sec-fetch-site": "Cross-Site" }],
    ["a neighbour's page", { "sec-fetch-site": "same-site" }],
    ["an unknown value", { "sec-fetch-site": "elsewhere" }],
  ])("changes nothing (%s)", async (_what, headers) => {
    const someone = await owner();
    await expecting(403, signedIn(someone.cookie).post(keysPath, { name: "Mine" }, { headers }));
    await expecting(403, signedIn(someone.cookie).post("/api/v2/form/", { title: "Mine" }, { headers }));
    const { body } = await signedIn(someone.cookie).get(keysPath);
    expect(body.count).toBe(1);
  });

  test("changes something from this origin, on every owner endpoint", async () => {
    const someone = await owner();
    const { origin } = new URL((await someone.get("/api/v2/form/?limit=1")).body.next ?? (await aLink(someone)));
    const headers = { origin, "sec-fetch-site": "same-origin" };
    await expecting(201, signedIn(someone.cookie).post("/api/v2/form/", { title: "Mine" }, { headers }));
  });

  /** Returns an absolute URL of this API. */
  async function aLink(someone: Owner): Promise<string> {
    await someone.post("/api/v2/form/", { title: "One" });
    await someone.post("/api/v2/form/", { title: "Two" });
    return (await someone.get("/api/v2/form/?limit=1")).body.next;
  }
});

describe("API keys", () => {
  test("shows the key once at creation, and its prefix afterwards", async () => {
    const someone = await owner();
    const { key, ...shown } = await makeKey(someone, { name: "Reports" });
    expect(key).toMatch(/^pf_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}$/);
    expect(shown).toEqual({
      id: expect.any(String),
      name: "Reports",
      prefix: key.slice(0, 11),
      created: expect.stringMatching(/Z$/),
      last_used: null,
      expires: null,
      status: "active",
      scopes: ["*"],
      form_ids: null,
      allowed_addresses: null,
      created_by: { id: expect.any(String), name: "Ada Lovelace" },
    });
    const { body } = await signedIn(someone.cookie).get(keysPath);
    expect(body).toMatchObject({ count: 2, next: null, previous: null });
    expect(body.results[0]).toEqual(shown);
    expect(JSON.stringify(body)).not.toContain(key.slice(12));
  });

  test("records the use of a key", async () => {
    const someone = await owner();
    const made = await makeKey(someone);
    await expecting(200, withKey(made.key).get("/api/v2/form/"));
    await eventually(async () => {
      const { body } = await signedIn(someone.cookie).get(keysPath);
      expect(body.results.find(({ id }: { id: string }) => id === made.id).last_used).toMatch(/Z$/);
    }, 65);
  }, 70_000);

  test.each<[string, object, string]>([
    ["no name", {}, "name:"],
    ["an empty name", { name: "" }, "name:"],
    ["a name of 101 characters", { name: "k".repeat(101) }, "name:"],
    ["an expiry in the past", { name: "Old", expires: "2020-01-01T00:00:00Z" }, "expires:"],
    ["an invalid expiry", { name: "Old", expires: "tomorrow" }, "expires:"],
    ["a read-only field", { name: "Mine", prefix: "pf_00000000" }, "prefix: unknown field"],
  ])("returns 400 for %s", async (_what, body, error) => {
    const someone = await owner();
    const reply = await expecting(400, signedIn(someone.cookie).post(keysPath, body));
    expect(reply.body.errors).toEqual([expect.stringContaining(error)]);
  });

  test("rejects a revoked key on its next request, permanently, and keeps its row", async () => {
    const someone = await owner();
    const made = await makeKey(someone);
    await expecting(200, withKey(made.key).get("/api/v2/form/"));
    await expecting(204, signedIn(someone.cookie).delete(`${keysPath}${made.id}/`));
    await expecting(401, withKey(made.key).get("/api/v2/form/"));
    await expecting(204, signedIn(someone.cookie).delete(`${keysPath}${made.id}/`));
    const { body } = await signedIn(someone.cookie).get(keysPath);
    expect(body.results.find(({ id }: { id: string }) => id === made.id)).toMatchObject({ status: "inactive" });
  });

  test("returns 401 for an expired key, which is inactive in the list", async () => {
    const someone = await owner();
    const made = await makeKey(someone, { name: "Short", expires: new Date(Date.now() + 1500).toISOString() });
    await expecting(200, withKey(made.key).get("/api/v2/form/"));
    await eventually(() => expecting(401, withKey(made.key).get("/api/v2/form/")));
    const { body } = await signedIn(someone.cookie).get(keysPath);
    expect(body.results.find(({ id }: { id: string }) => id === made.id)).toMatchObject({ status: "inactive" });
  });

  test("doesn't create or list keys with a key: 403 if valid, 401 if not", async () => {
    const someone = await owner();
    const dead = await makeKey(someone);
    await signedIn(someone.cookie).delete(`${keysPath}${dead.id}/`);
    await expecting(403, someone.get(keysPath));
    await expecting(403, someone.post(keysPath, { name: "More" }));
    await expecting(401, withKey(dead.key).get(keysPath));
  });

  test("returns 403 for another account's key and 404 for an unknown one", async () => {
    const [someone, other] = await Promise.all([owner(), owner()]);
    const made = await makeKey(someone);
    await expecting(403, signedIn(other.cookie).delete(`${keysPath}${made.id}/`));
    await expecting(200, withKey(made.key).get("/api/v2/form/"));
    await expecting(404, signedIn(someone.cookie).delete(`${keysPath}${crypto.randomUUID()}/`));
    await expecting(404, signedIn(someone.cookie).delete(`${keysPath}no-uuid/`));
  });

  test("wins over a cookie, even if invalid", async () => {
    const [someone, other] = await Promise.all([owner(), owner()]);
    await expecting(201, other.post("/api/v2/form/", { title: "The other's" }));
    const both = client({ authorization: `Bearer ${other.key}`, cookie: someone.cookie });
    expect((await both.get("/api/v2/form/")).body.count).toBe(1);
    const dead = client({ authorization: "Bearer pf_00000000_none", cookie: someone.cookie });
    await expecting(401, dead.get("/api/v2/form/"));
  });
});

test.each([
  ["no credentials", {}],
  ["a malformed key", { authorization: "Bearer nonsense" }],
  ["an unknown key", { authorization: `Bearer pf_00000000_${"0".repeat(40)}` }],
  ["another scheme", { authorization: "Basic YWRhOnNlY3JldA==" }],
  ["an empty key", { authorization: "Bearer " }],
  ["an invalid cookie", { cookie: "pathform_session=nonsense" }],
])("returns 401 with WWW-Authenticate for %s", async (_what, headers: Record<string, string>) => {
  const { headers: answered } = await expecting(401, client(headers).get("/api/v2/form/"));
  expect(answered.get("www-authenticate")).toBe("Bearer");
});
