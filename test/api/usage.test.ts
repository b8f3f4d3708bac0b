import { anonymous, client, createForm, expecting, owner, signedIn } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";

/** API usage of an account (spec §API key, decisions §2). */
const path = "/api/account/usage/";
const today = () => new Date().toISOString().slice(0, 10);

test("counts only owners' requests by endpoint, day and key", async () => {
  const ada = await owner();
  const slug = await createForm(ada);
  for (let turn = 0; turn < 5; turn += 1) await expecting(200, ada.get(`/api/v2/form/${slug}/`));
  await expecting(404, ada.get("/api/v2/form/not-there/"));
  await expecting(400, ada.post("/api/v2/form/", { title: "" }));
  await expecting(200, signedIn(ada.cookie).get(`/api/v2/form/${slug}/`));
  await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
  await expecting(401, client({ authorization: "Bearer nobody" }).get(`/api/v2/form/${slug}/`));

  const { body } = await eventually(async () => {
    const reply = await expecting(200, signedIn(ada.cookie).get(path));
    // one for the key, one GET by cookie and eight requests by key
    expect(reply.body.totals.requests).toBeGreaterThanOrEqual(10);
    return reply;
  }, 15);
  const endpoint = (method: string, route: string) =>
    body.by_endpoint.find((row: { method: string; path: string }) => row.method === method && row.path === route);
  expect(endpoint("GET", "/api/v2/form/{slug}/")).toEqual({
    method: "GET",
    path: "/api/v2/form/{slug}/",
    requests: 7,
    errors: 1,
    error_rate: 1 / 7,
    p50_ms: expect.any(Number),
    p95_ms: expect.any(Number),
  });
  expect(endpoint("POST", "/api/v2/form/")).toMatchObject({ requests: 2, errors: 1, error_rate: 0.5 });
  expect(JSON.stringify(body.by_endpoint)).not.toContain(slug);
  expect(body.by_key.find((row: { key_id: string | null }) => row.key_id !== null)).toEqual({
    key_id: expect.any(String),
    name: "Tests",
    prefix: ada.key.slice(0, 11),
    requests: 8,
    errors: 2,
    error_rate: 0.25,
  });
  expect(body.by_key.find((row: { key_id: string | null }) => row.key_id === null)).toMatchObject({
    name: null,
    prefix: null,
  });
  expect(body.by_day).toHaveLength(30);
  expect(body.by_day.at(-1)).toEqual({ date: today(), requests: body.totals.requests, errors: body.totals.errors });
  const [{ key_id }] = body.by_key.filter((row: { key_id: string | null }) => row.key_id !== null);
  const byKey = await expecting(200, signedIn(ada.cookie).get(`${path}?key_id=${key_id}`));
  expect(byKey.body.totals).toEqual({ requests: 8, errors: 2, error_rate: 0.25 });
});

test("lists every day of a range without requests, with null rates", async () => {
  const ada = await owner();
  const { body } = await expecting(200, signedIn(ada.cookie).get(`${path}?from=2024-02-28&to=2024-03-01`));
  expect(body).toEqual({
    totals: { requests: 0, errors: 0, error_rate: null },
    by_day: ["2024-02-28", "2024-02-29", "2024-03-01"].map((date) => ({ date, requests: 0, errors: 0 })),
    by_endpoint: [],
    by_key: [],
  });
});

test("has the days since year 1 for a `to` within its first month", async () => {
  const ada = await owner();
  const { body } = await expecting(200, signedIn(ada.cookie).get(`${path}?to=0001-01-02`));
  expect(body.by_day.map(({ date }: { date: string }) => date)).toEqual(["0001-01-01", "0001-01-02"]);
});

test("rejects invalid ranges and keys", async () => {
  const [ada, grace] = await Promise.all([owner(), owner()]);
  const by = signedIn(ada.cookie);
  await expecting(403, ada.get(path));
  await expecting(401, anonymous().get(path));
  for (const query of ["from=tomorrow", "from=2024-02-02&to=2024-02-01", "from=0001-01-01", "key_id=x", "day=1"]) {
    await expecting(400, by.get(`${path}?${query}`));
  }
  await expecting(400, by.get(`${path}?key_id=00000000-0000-4000-8000-000000000000`));
  const keys = await expecting(200, signedIn(grace.cookie).get("/api/account/api-keys/"));
  await expecting(403, by.get(`${path}?key_id=${keys.body.results[0].id}`));
});

test("returns 409 for a reset without a mail server, and 400 for any token", async () => {
  await expecting(409, anonymous().post("/api/auth/forgot/", { email: "ada@example.com" }));
  const { body } = await expecting(
    400,
    anonymous().post("/api/auth/reset/", { token: "x".repeat(43), password: "correct horse battery" }),
  );
  expect(body.errors[0]).toMatch(/^token: /);
});
