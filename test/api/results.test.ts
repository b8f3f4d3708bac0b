import {
  anonymous,
  baseUrl,
  createForm,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  start,
  walk,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { newTeam } from "../support/team.ts";

/** Public results of a form (features §24.1). */
const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));
const graph = chain(
  node("pick", "multiple_choice", { options }),
  node("stars", "star_rating"),
  node("why", "short_text"),
  node("day", "date"),
  node("photo", "file_upload"),
);
const pathOf = (slug: string) => `/api/v2/form/${slug}/results/`;

let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, graph);
});

test("publishes results, keeps their address when they change, and makes another after they were removed", async () => {
  await expecting(404, me.get(pathOf(slug)));
  await expecting(404, me.delete(pathOf(slug)));
  const { body } = await expecting(201, me.put(pathOf(slug), { title: "Results", node_ids: ["pick"] }));
  expect(body).toEqual({
    url: expect.stringMatching(/^https?:.+\/results\/[A-Za-z0-9]{22}$/),
    title: "Results",
    node_ids: ["pick"],
    expires_at: null,
    created: expect.any(String),
  });
  const expiresAt = "2100-01-01T00:00:00.000Z";
  const { body: changed } = await expecting(
    200,
    me.put(pathOf(slug), { title: "Later", node_ids: null, expires_at: expiresAt }),
  );
  expect(changed).toEqual({ ...body, title: "Later", node_ids: null, expires_at: expiresAt });
  expect((await expecting(200, me.get(pathOf(slug)))).body).toEqual(changed);
  await expecting(204, me.delete(pathOf(slug)));
  await expecting(404, me.get(pathOf(slug)));
  const { body: again } = await expecting(201, me.put(pathOf(slug), { title: "Again" }));
  expect(again.url).not.toBe(body.url);
});

test("refuses questions that can't be shown, past ends and wrong shapes", async () => {
  const nodeIds = ["pick", "why", "day", "photo", "other", "end"];
  const past = { title: "Results", node_ids: nodeIds, expires_at: "2020-01-01T00:00:00Z" };
  const { body } = await expecting(400, me.put(pathOf(slug), past));
  expect(body.errors).toEqual([
    "node_ids.1: can't be shown",
    "node_ids.2: can't be shown",
    "node_ids.3: can't be shown",
    "node_ids.4: no such question",
    "node_ids.5: no such question",
    "expires_at: must be in the future",
  ]);
  for (const wrong of [{}, { title: "" }, { title: "R", node_ids: [] }, { title: "R", url: "x" }])
    await expecting(400, me.put(pathOf(slug), wrong));
  const draft = await createForm(me);
  await expecting(201, me.put(pathOf(draft), { title: "Before it is published" }));
});

test("only who may change the form and read its responses publishes results", async () => {
  const team = await newTeam();
  const own = await publishForm(team.owner, graph);
  const without = await team.join("editor", { responses: "none" });
  const viewer = await team.join("viewer");
  for (const by of [without, viewer, await owner()]) {
    await expecting(403, by.get(pathOf(own)));
    await expecting(403, by.put(pathOf(own), { title: "Results" }));
    await expecting(403, by.delete(pathOf(own)));
  }
  await expecting(401, anonymous().get(pathOf(own)));
});

interface Shown {
  node_id: string;
  [figure: string]: unknown;
}
async function published(of = graph, body: object = { title: "Results" }) {
  const form = await publishForm(me, of);
  const { url } = (await expecting(201, me.put(pathOf(form), body))).body;
  const path = `/api/v2/r/results/${url.split("/").at(-1)}/`;
  const read = async () => (await expecting(200, anonymous().get(path))).body;
  return {
    form,
    path,
    read,
    question: async (id: string) => (await read()).questions.find((one: Shown) => one.node_id === id),
  };
}
const answerAll = async (form: string, answers: Parameters<typeof walk>[1][]) => {
  for (const each of answers) await walk(form, each);
};
const times = <T>(count: number, answer: T): T[] => Array.from({ length: count }, () => answer);

test("leaves out a number of answers that tells how many of few didn't answer", async () => {
  const { form, read } = await published(
    chain(node("pick", "multiple_choice", { options }), node("stars", "star_rating")),
  );
  await answerAll(form, [
    ...times(6, { pick: "a", stars: 5 }),
    ...times(2, { pick: "b", stars: 4 }),
    ...times(2, { stars: 4 }),
  ]);
  const { completed, questions } = await read();
  expect(completed).toBe(10);
  expect(questions).toMatchObject([{ node_id: "stars", answered: 10 }]);
});

test("shows figures of completed responses, without texts, files and small counts", async () => {
  const { form, path } = await published();
  const answers = { why: "Secret words", day: "2026-02-03" };
  await answerAll(form, [
    ...times(6, { ...answers, pick: "a", stars: 5 }),
    ...times(4, { ...answers, pick: "b", stars: 2 }),
    { ...answers, pick: "c", stars: 4 },
  ]);
  await expecting(200, next(await start(form), "pick", "c"));
  const { body, headers } = await expecting(200, anonymous().get(path));
  expect(body).toEqual({
    title: "Results",
    updated_at: expect.any(String),
    completed: 11,
    questions: [
      {
        node_id: "pick",
        title: "About pick",
        question_type: "multiple_choice",
        answered: 11,
        counts: [{ value: "a", label: "A", count: 6 }],
      },
      {
        node_id: "stars",
        title: "About stars",
        question_type: "star_rating",
        answered: 11,
        histogram: [
          { from: 1, to: 2, count: 4 },
          { from: 3, to: 5, count: 7 },
        ],
        statistics: { mean: (6 * 5 + 4 * 2 + 4) / 11, median: 5 },
      },
    ],
  });
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("shows only chosen questions, none with fewer than 5 answers, and no other texts", async () => {
  const other = chain(
    node("pick", "multiple_choice", { options, allow_other: true }),
    node("many", "checkbox", { options }),
    node("rows", "matrix", { rows: options.map(({ value: key, label }) => ({ key, label })), columns: options }),
    node("age", "number"),
  );
  const { form, read } = await published(other, { title: "Results", node_ids: ["pick", "rows", "age"] });
  const rows = (at: number) => ({ a: "b", ...(at < 4 && { b: at % 2 ? "a" : "c" }) });
  const picks = [...times(4, "a"), ...times(3, "b"), ...times(3, "c"), "Other 1", "Other 2", "Other 3"];
  await answerAll(
    form,
    picks.map((pick, at) => ({ pick, many: ["a", "b"], rows: rows(at), ...(at < 4 && { age: 30 + at }) })),
  );
  const { questions } = await read();
  expect(questions.map(({ node_id, counts }: Shown) => [node_id, counts])).toEqual([
    [
      "pick",
      [
        { value: "a", label: "A", count: 4 },
        { value: "b", label: "B", count: 3 },
        { value: "c", label: "C", count: 3 },
        { value: null, label: "Other", count: 3 },
      ],
    ],
    // all gave row a the same answer, and only 4 answered row b
    ["rows", []],
  ]);
});

test("counts once for many readers, and changes only with 3 more completed responses", async () => {
  const { form, path, read, question } = await published();
  const moments = async () => {
    const bodies = await Promise.all(times(30, null).map(read));
    return new Set(bodies.map(({ updated_at }) => updated_at));
  };
  await walk(form, { pick: "a" });
  const first = await moments();
  expect(first.size).toBe(1);
  expect(await moments()).toEqual(first);
  /** Figures of a new version aren't in the cache. */
  const again = () => expecting(201, me.post(`/api/v2/form/${form}/publish/`));
  await answerAll(form, [...times(4, { pick: "a" }), ...times(4, { pick: "b" }), ...times(4, { pick: "c" })]);
  await again();
  const before = await read();
  expect(before).toMatchObject({ completed: 13, questions: [{ node_id: "pick", answered: 13 }] });
  await answerAll(form, times(2, { pick: "b" }));
  await again();
  expect(await read()).toEqual(before);
  await walk(form, { pick: "b" });
  await again();
  expect(await question("pick")).toMatchObject({ answered: 16, counts: [{ count: 5 }, { count: 7 }, { count: 4 }] });
  expect((await expecting(200, anonymous().get(path))).body.completed).toBe(16);
});

test("404 for an unknown, removed or expired address, and for an inactive form", async () => {
  await expecting(404, anonymous().get("/api/v2/r/results/unknown/"));
  const removed = await published();
  await removed.read();
  await expecting(204, me.delete(pathOf(removed.form)));
  await expecting(404, anonymous().get(removed.path));
  const inactive = await published();
  await inactive.read();
  await expecting(204, me.delete(`/api/v2/form/${inactive.form}/`));
  await expecting(404, anonymous().get(inactive.path));
  const expiring = await published(graph, { title: "Soon", expires_at: new Date(Date.now() + 2_000).toISOString() });
  await expiring.read();
  await eventually(() => expecting(404, anonymous().get(expiring.path)), 10);
  await expecting(405, anonymous().post(removed.path, {}));
});

/** Opens the page of results. */
async function page(path: string, headers: Record<string, string> = {}, query = "") {
  const response = await fetch(`${baseUrl()}${path.replace("/api/v2/r", "").replace(/\/$/, "")}${query}`, { headers });
  const policy = response.headers.get("content-security-policy") ?? "";
  return { status: response.status, html: await response.text(), policy, headers: response.headers };
}

test("the page shows the results in the reader's language, without scripts, in the frames of the form", async () => {
  const de = { "pick.title": "Was magst du?", "pick.options.a": "Ah" };
  const { form, path } = await published({ ...graph, translations: { de } } as typeof graph);
  await answerAll(form, [
    ...times(6, { pick: "a", stars: 5 }),
    ...times(5, { pick: "b", stars: 1 }),
    ...times(4, { pick: "c" }),
  ]);
  await expecting(200, me.patch(`/api/v2/form/${form}/`, { embed_origins: ["https://example.com"] }));
  const { status, html, policy, headers } = await page(path);
  expect(status).toBe(200);
  expect(html).toContain('<html lang="en" dir="ltr">');
  expect(html).toMatch(/<h1[^>]*>Results</);
  expect(html).toMatch(/<h2[^>]*>About pick</);
  expect(html).toContain("Responses: 15");
  expect(html).toContain("6 <strong>40%</strong>");
  expect(html).not.toContain("<script");
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(headers.get("x-robots-tag")).toBe("noindex");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(policy).toContain("frame-ancestors 'self' https://example.com");
  expect(policy).not.toContain("unsafe-inline");
  expect(headers.get("x-frame-options")).toBeNull();
  const german = await page(path, { "accept-language": "de-AT, en;q=0.5" });
  for (const text of ['<html lang="de"', "Was magst du?", "Ah", "About stars", "Ausgefüllte Formulare: 15"])
    expect(german.html).toContain(text);
  expect((await page(path, {}, "?lang=de")).html).toBe(german.html);
  expect((await page(path)).html).toBe(html);
  const again = await fetch(`${baseUrl()}${path.replace("/api/v2/r", "")}`, {
    headers: { "if-none-match": headers.get("etag") ?? "" },
  });
  expect(again.status).toBe(304);
  await expecting(204, me.delete(pathOf(form)));
  expect((await page(path)).status).toBe(404);
});

test("the page of an address without results says so, without scripts", async () => {
  const { status, html, headers } = await page("/api/v2/r/results/unknown/", { "accept-language": "de-AT,en;q=0.5" });
  expect([status, headers.get("x-robots-tag")]).toEqual([404, "noindex"]);
  expect(html).toContain("Ergebnisse nicht verfügbar");
  expect(html).not.toContain("<script");
});
