import { anonymous, expecting, owner, publishForm, start, walk } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";
import { newTeam } from "../support/team.ts";

/** Insights over HTTP (decisions §6). test/service/analytics/insights.test.ts checks the numbers. */
test("returns a form's insights with the list's filters", async () => {
  const ada = await owner();
  const slug = await publishForm(ada, survey());
  await walk(slug, { name: "Ada" });
  await start(slug);
  const { body } = await expecting(200, ada.get(`/api/v2/form/${slug}/insights/`));
  expect(body.sessions).toMatchObject({ started: 2, completed: 1, in_progress: 1, completion_rate: 0.5 });
  expect(body.funnel[0]).toMatchObject({ reached: 2, left: 1, drop_off_rate: 0.5 });
  const completed = await expecting(200, ada.get(`/api/v2/form/${slug}/insights/?status=completed&version=1`));
  expect(completed.body.sessions).toMatchObject({ started: 1, completed: 1 });
  const { body: compared } = await expecting(
    200,
    ada.get(`/api/v2/form/${slug}/insights/?started_at_from=2026-01-01&compare=previous`),
  );
  expect(compared.previous).toMatchObject({
    sessions: { started: 0, completion_rate: null },
    score: { histogram: [] },
  });
  expect(body.previous).toBeNull();
  const { body: refused } = await expecting(400, ada.get(`/api/v2/form/${slug}/insights/?compare=previous`));
  expect(refused.errors).toEqual(["compare: requires started_at_from"]);
  for (const query of [
    "compare=next&started_at_from=2026-01-01",
    "status=done",
    "version=0",
    "limit=1",
    "started_at_from=2026-02-02&started_at_to=2026-02-01",
  ]) {
    await expecting(400, ada.get(`/api/v2/form/${slug}/insights/?${query}`));
  }
  await expecting(401, anonymous().get(`/api/v2/form/${slug}/insights/`));
  await expecting(403, (await owner()).get(`/api/v2/form/${slug}/insights/`));
  await expecting(404, ada.get("/api/v2/form/not-there/insights/"));
});

test("filters the list, the export and insights by answers", async () => {
  const ada = await owner();
  const slug = await publishForm(ada, survey());
  const id = await walk(slug, { name: "Ada" });
  await walk(slug, { name: "Bob" });
  const path = `/api/v2/form/${slug}`;
  const { body: list } = await expecting(200, ada.get(`${path}/responses/?answer.name=Ada&status=completed&limit=1`));
  expect(list).toMatchObject({ count: 1, results: [{ id }] });
  const { body: page } = await expecting(200, ada.get(`${path}/responses/?answer.name=Ada&limit=1&offset=1`));
  expect(new URL(page.previous).searchParams.get("answer.name")).toBe("Ada");
  const { body: figures } = await expecting(200, ada.get(`${path}/insights/?answer.name=Ada`));
  expect(figures.sessions.started).toBe(1);
  const { body: csv } = await expecting(200, ada.get(`${path}/responses/export/?answer.name=Ada`));
  expect(csv.trim().split("\n")).toHaveLength(2);
  expect(csv).toContain(id);
  const ten = Array.from({ length: 10 }, (_, at) => `answer.n${at}=1`).join("&");
  const bad = ["answer=a", "answer.=a", "answer.a.b=c", "answer.name=", "answer.name=a&answer.name=b"];
  for (const query of [...bad, `${ten}&answer.name=a`, `answer.name=${"x".repeat(501)}`, "answer.__proto__=a"]) {
    for (const read of ["responses/", "responses/export/", "insights/"]) {
      const { body } = await expecting(400, ada.get(`${path}/${read}?${query}`));
      expect(body.errors[0]).toMatch(/^answer/);
    }
  }
  await expecting(200, ada.get(`${path}/responses/?${ten}`));
});

test("shows callers without responses:read counts of sessions, and answers of blocks of days", async () => {
  const team = await newTeam();
  const slug = await publishForm(team.owner, survey());
  const begin = async () => expecting(201, team.owner.post(`/api/v2/r/${slug}/start/`, {}));
  for (const name of ["Ada", "Bob"]) await walk(slug, { name });
  for (let more = 0; more < 4; more += 1) await begin();
  const counting = await team.join("viewer", { responses: "none" });
  const path = `/api/v2/form/${slug}/insights/`;
  const { body: few } = await expecting(200, counting.get(path));
  expect(few).toMatchObject({ is_small: true, questions: null, score: null, endings: null });
  expect(few).toMatchObject({ sessions: { started: 6, completed: 2, median_duration_seconds: null }, funnel: [] });
  expect((await expecting(200, team.owner.get(path))).body.questions[0]).toMatchObject({ answers: 2 });
  await walk(slug, { name: "Cy" });
  const today = new Date().toISOString();
  const day = today.slice(0, 10);
  const { body: enough } = await expecting(200, counting.get(`${path}?started_at_from=${day}&compare=previous`));
  expect(enough.questions[0]).toMatchObject({ answers: 3 });
  expect(enough).not.toHaveProperty("is_small");
  expect(enough.previous).toMatchObject({ sessions: { started: 0 }, score: null });
  const from = `${path}?started_at_from=${today}`;
  expect((await expecting(400, counting.get(from))).body.errors).toEqual([
    "started_at_from: must be a date, because you can't read responses",
  ]);
  await expecting(400, counting.get(`${path}?started_at_to=${today}`));
  await expecting(200, team.owner.get(from));
});

test("shows callers without responses:read no figures of a question that 1 or 2 people answered", async () => {
  const team = await newTeam();
  const slug = await publishForm(team.owner, survey());
  await walk(slug, { name: "Ada", color: "red", age: 36 });
  for (const name of ["Bob", "Cy", "Di", "Eve"]) await walk(slug, { name, color: "blue" });
  const counting = await team.join("viewer", { responses: "none" });
  const read = async (by: Pick<typeof counting, "get">) =>
    (await expecting(200, by.get(`/api/v2/form/${slug}/insights/`))).body.questions.slice(1);
  expect(await read(counting)).toMatchObject([
    { answers: 5, distribution: expect.anything() },
    { answers: 1, node_id: "age" },
  ]);
  expect((await read(counting))[1]).not.toHaveProperty("statistics");
  expect((await read(team.owner))[1]).toMatchObject({ statistics: { mean: 36 } });
});
