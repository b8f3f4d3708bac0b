import { get } from "node:http";
import { type Client, client, cookieOf, expecting, publishForm, type Reply, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct, type Way } from "../support/product.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** API behavior that the environment changes (decisions §1, §2, §5, §8), on a separate server. */
declare const way: Way;
const page = "https://app.example";
const setup = "from the operator";
let product: Product;
let first: Reply;
let owner: Client;

beforeAll(async () => {
  const settings = {
    SIGNUP: "first",
    SETUP_TOKEN: setup,
    CORS_ORIGINS: page,
    BASE_URL: "https://forms.example",
    ALLOWED_HOSTS: "forms.example,127.0.0.1",
    ABANDON_AFTER_MINUTES: "0.02",
  };
  product = await startProduct({ way, env: settings });
  first = await eventually(() => expecting(201, register()), 30);
  owner = client({ cookie: cookieOf(first) }, product.url);
  const form = { title: "Is every service there?" };
  await eventually(() => expecting(201, owner.post("/api/v2/form/", form)), 30);
}, 90_000);
afterAll(() => product?.stop(), 30_000);

const register = () =>
  client({}, product.url).post("/api/auth/register/", {
    email: `${unique()}@example.com`,
    password: "correct horse battery",
    name: "Ada",
    setup,
  });

test("registers one account with SIGNUP=first and refuses a second", async () => {
  await expecting(403, register());
  const { body } = await expecting(200, client({}, product.url).get("/api/auth/options/"));
  expect(body).toMatchObject({ signup_open: false, setup_required: false, mail: expect.any(Boolean) });
});

test("sets a secure cookie and public links behind HTTPS", async () => {
  expect(first.headers.getSetCookie()[0]).toMatch(/; Secure/);
  await expecting(201, owner.post("/api/v2/form/", { title: "Another" }));
  const { body } = await expecting(200, owner.get("/api/v2/form/?limit=1"));
  expect(body.next).toMatch(/^https:\/\/forms\.example\/api\/v2\/form\/\?/);
});

test("rejects a host that isn't in ALLOWED_HOSTS", async () => {
  const { hostname, port } = new URL(product.url);
  const status = (host: string) =>
    new Promise((done) => {
      get({ hostname, port, path: "/api/v2/r/nothing/", headers: { host } }, (res) => done(res.resume().statusCode));
    });
  expect(await status(`127.0.0.1:${port}`)).toBe(404);
  expect(await status("FORMS.example:8443")).toBe(404);
  expect(await status("evil.example")).toBe(400);
  expect(await status("127.0.0.1.evil.example")).toBe(400);
});

test("lets only pages of CORS_ORIGINS call owner endpoints with the cookie", async () => {
  const ask = (origin: string) => owner.get("/api/v2/form/", { headers: { origin } });
  const { headers } = await expecting(200, ask(page));
  expect(headers.get("access-control-allow-origin")).toBe(page);
  expect(headers.get("access-control-allow-credentials")).toBe("true");
  expect(headers.get("vary")?.toLowerCase()).toContain("origin");
  expect((await ask("https://other.example")).headers.get("access-control-allow-origin")).toBeNull();
  const write = (origin: string) => owner.post("/api/v2/form/", { title: "From a page" }, { headers: { origin } });
  await expecting(201, write(page));
  await expecting(403, write("https://other.example"));
});

test("abandons an idle session, which the next answer reopens and which can complete", async () => {
  const slug = await publishForm(owner, chain(node("q", "yes_no"), node("r", "yes_no")));
  const respondent = client({}, product.url);
  const { id } = (await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`))).body;
  const status = async () => (await owner.get(`/api/v2/form/${slug}/responses/${id}/`)).body.status;
  const next = (nodeId: string) => respondent.post(`/api/v2/r/session/${id}/next/`, { node_id: nodeId, value: "yes" });
  await expecting(200, next("q"));
  await eventually(async () => expect(await status()).toBe("abandoned"), 15);
  expect((await owner.get(`/api/v2/form/${slug}/responses/?status=abandoned`)).body.count).toBe(1);
  await expecting(200, next("r"));
  await expecting(200, respondent.post(`/api/v2/r/session/${id}/complete/`));
  expect(await status()).toBe("completed");
}, 60_000);
