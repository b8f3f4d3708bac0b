import { type Client, client, cookieOf, expecting, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct, type Way } from "../support/product.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Responses are deleted after `retention_days` (wants §21.4), on a server whose days last a second. */
declare const way: Way;
let product: Product;
let me: Client;
let slug: string;
beforeAll(async () => {
  const env = { SIGNUP: "open", RETENTION_DAYS_MAX: "1000", RETENTION_DAY_SECONDS: "1" };
  product = await startProduct({ way, env });
  const body = { email: `${unique()}@example.com`, password: "correct horse battery", name: "Ada" };
  const registered = await eventually(
    () => expecting(201, client({}, product.url).post("/api/auth/register/", body)),
    30,
  );
  me = client({ cookie: cookieOf(registered) }, product.url);
  slug = (await eventually(() => expecting(201, me.post("/api/v2/form/", { title: "Old" })), 30)).body.slug;
  const graph = chain(node("mood", "star_rating"), node("why", "short_text"));
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/`, { graph }));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
}, 90_000);
afterAll(() => product?.stop(), 30_000);

async function respond(mood: number): Promise<string> {
  const they = client({}, product.url);
  const { id } = (await expecting(201, they.post(`/api/v2/r/${slug}/start/`))).body;
  await expecting(200, they.post(`/api/v2/r/session/${id}/next/`, { node_id: "mood", value: mood }));
  await expecting(200, they.post(`/api/v2/r/session/${id}/next/`, { node_id: "why", value: null }));
  await expecting(200, they.post(`/api/v2/r/session/${id}/complete/`));
  return id;
}
const at = () => `/api/v2/form/${slug}/`;
const preview = async (days: number) => (await expecting(200, me.get(`${at()}retention/?days=${days}`))).body;

test("has a preview by month, which deletes nothing", async () => {
  await respond(1);
  await respond(5);
  expect(await preview(1000)).toEqual({ count: 0, oldest: null, by_month: [] });
  await eventually(async () => {
    const body = await preview(1);
    expect(body).toMatchObject({ count: 2, oldest: expect.stringMatching(/Z$/) });
    expect(body.by_month).toEqual([{ month: body.oldest.slice(0, 7), count: 2 }]);
  });
  for (const query of ["", "?days=0", "?days=3651", "?days=x"])
    await expecting(400, me.get(`${at()}retention/${query}`));
  expect((await expecting(200, me.get(`${at()}responses/`))).body.count).toBe(2);
});

test("takes 1 to 3,650 days, and no more than the server keeps responses", async () => {
  for (const retentionDays of [0, 3651, 1.5, "30", 1001])
    await expecting(400, me.patch(at(), { retention_days: retentionDays }));
  const { body } = await expecting(400, me.post("/api/v2/form/", { title: "Too long", retention_days: 2000 }));
  expect(body.errors).toEqual(["retention_days: must be at most 1000 on this server"]);
  expect((await expecting(200, me.get(at()))).body.retention_days).toBeNull();
});

test("deletes old responses, and says so before and after", async () => {
  const [{ id }] = (await expecting(200, me.get(`${at()}responses/`))).body.results;
  expect((await expecting(200, me.patch(at(), { retention_days: 1 }))).body.retention_days).toBe(1);
  await eventually(async () => {
    expect((await expecting(200, me.get(`${at()}responses/`))).body.count).toBe(0);
  }, 30);
  await expecting(404, me.get(`${at()}responses/${id}/`));
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`${at()}insights/`));
    expect(body.sessions).toMatchObject({ started: 0, completed: 0 });
    const { body: notices } = await expecting(200, me.get("/api/account/notices/"));
    const own = notices.results.filter(({ kind }: { kind: string }) => kind === "retention");
    expect(own).toMatchObject([
      {
        message: "2 old responses to “Old” were deleted, because the form keeps responses for 1 day.",
        form_slug: slug,
      },
      { message: expect.stringMatching(/^Responses to “Old” without activity for 1 day will be deleted, from /) },
    ]);
  }, 30);
  expect((await expecting(200, me.get(at()))).body).toMatchObject({ total_sessions: 0, completed_sessions: 0 });
});
