import { anonymous, expecting, next, type Owner, owner, publishForm, saveDraft, start, walk } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/**
 * Small requests with large effects (decisions §1): errors stay short, accepted input is returned whole, and no part
 * fails, in one process and over the bus.
 */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const repeated = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

test("returns one error for 15,000 unknown hidden fields, and respondents continue", async () => {
  const slug = await publishForm(me, chain(node("q", "short_text")));
  const hidden = Object.fromEntries(repeated(15_000, (index) => [String(index), ""]));
  const { body } = await expecting(400, anonymous().post(`/api/v2/r/${slug}/start/`, { hidden }));
  expect(body.errors).toEqual(["hidden: must have at most 50 fields"]);
  await walk(slug, { q: "still here" });
});

test("gives a short error for a name of 900,000 characters", async () => {
  const { body } = await expecting(400, me.post("/api/v2/form/", { title: "A form", ["x".repeat(900_000)]: 1 }));
  expect(body.errors[0].length).toBeLessThanOrEqual(501);
});

test("reads a draft with large unknown config keys, and publishing gives short problems", async () => {
  const nodes = repeated(100, (index) => node(`n${index}`, "short_text", { [`${"k".repeat(8_000)}${index}`]: 1 }));
  const slug = (await expecting(201, me.post("/api/v2/form/", { title: "Large" }))).body.slug;
  await saveDraft(me, slug, chain(...nodes));
  await expecting(200, me.get(`/api/v2/form/${slug}/draft/`));
  const { body } = await expecting(400, me.post(`/api/v2/form/${slug}/publish/`));
  expect(body.problems).toHaveLength(100);
  expect(Math.max(...body.problems.map((problem: { message: string }) => problem.message.length))).toBeLessThan(600);
});

test("returns 400 for 15,000 unknown config fields of an integration", async () => {
  const config = Object.fromEntries(repeated(15_000, (index) => [`field${index}`, 1]));
  await expecting(400, me.post("/api/integrations/webhook/", { name: "Large", config }));
  await expecting(200, me.get("/api/integrations/"));
});

test("returns a page of large rows whole", async () => {
  const account = await owner();
  // random, so that compression doesn't shrink it
  const random = (length: number) => repeated(length, () => Math.floor(Math.random() * 36).toString(36)).join("");
  const image = () => `https://example.com/${random(2_000)}`;
  // beside the six presets
  for (let index = 0; index < 94; index += 1) {
    const look = { name: `Theme ${index}`, logo_url: image(), background_image_url: image(), font: random(100) };
    await expecting(201, account.post("/api/v2/theme/", look));
  }
  const { body } = await expecting(200, account.get("/api/v2/theme/?limit=100"));
  expect(body.count).toBe(100);
  expect(new Set(body.results.map(({ id }: { id: string }) => id)).size).toBe(100);
});

test.each([
  ["1e999", "must be a number within ±1.8e308"],
  ["-1e400", "must be a number within ±1.8e308"],
  ["123456789.123456789", "has too many digits"],
  ["9007199254740993", "has too many digits"],
])("rejects a number that no double can hold, instead of skipping or rounding: %s", async (number, problem) => {
  const slug = await publishForm(me, chain(node("q", "number"), node("r", "short_text")));
  const session = await start(slug);
  await expecting(200, next(session, "q", 5));
  const raw = `{"node_id": "q", "value": ${number}, "back": true}`;
  const headers = { "content-type": "application/json" };
  const { body } = await expecting(
    400,
    anonymous().post(`/api/v2/r/session/${session}/next/`, undefined, { raw, headers }),
  );
  expect(body.errors).toEqual([`value: ${problem}`]);
  const detail = await expecting(200, me.get(`/api/v2/form/${slug}/responses/${session}/`));
  expect(detail.body.answers).toMatchObject([{ node_id: "q", answer: 5 }]);
});

test.each(["0.1000000000000000055", "1e-400"])(
  "takes digits in a simulation or a correction only as they are stored: %s",
  async (number) => {
    const slug = await publishForm(me, chain(node("q", "number")));
    const session = await start(slug);
    await expecting(200, next(session, "q", 5));
    const raw = `{"answers": {"q": ${number}}}`;
    const body = { raw, headers: { "content-type": "application/json" } };
    const correction = `/api/v2/form/${slug}/responses/${session}/answers/`;
    for (const sent of [
      me.post(`/api/v2/form/${slug}/draft/simulate/`, undefined, body),
      me.post(`/api/v2/form/${slug}/versions/1/simulate/`, undefined, body),
      me.patch(correction, undefined, body),
    ])
      expect((await expecting(400, sent)).body.errors).toEqual(["answers.q: has too many digits"]);
  },
);

test.each(["0000-01-01T00:00:00Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])(
  "returns 400 for a time outside the years 1 to 9999: %s",
  async (time) => {
    await expecting(400, me.post("/api/v2/form/", { title: "A form", opens_at: time }));
    await expecting(400, me.post("/api/v2/form/", { title: "A form", closes_at: time }));
  },
);

test("says that null isn't allowed", async () => {
  const { body } = await expecting(400, me.post("/api/v2/form/", { title: null, slug: null }));
  expect(body.errors).toEqual(["title: must not be null", "slug: must not be null"]);
});

test("returns 404 for a path with two trailing slashes", async () => {
  await expecting(404, me.get("/api/v2/form//"));
});
