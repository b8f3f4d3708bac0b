import { anonymous, complete, expecting, next, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { inWorkspace, newTeam, type Team } from "../support/team.ts";

/** Corrections beside others, edits, erasures and a move of the form: none is lost, doubled or half counted (features §18.1). */
let team: Team;
let target: string;
let there: ReturnType<typeof inWorkspace>;
beforeAll(async () => {
  team = await newTeam();
  target = (await expecting(201, team.owner.post("/api/workspaces/", { name: "Lab" }))).body.id;
  there = inWorkspace(team.owner.cookie, target);
});

const key = "a-key-of-the-client-0123456789";
const count = 12;

async function aForm(): Promise<{ slug: string; sessions: string[] }> {
  const graph = chain(node("stars", "star_rating", { scoring: { mode: "value" } }), node("why", "short_text"));
  const slug = await publishForm(team.key, graph, { edit_window_minutes: 60 });
  const sessions: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { body } = await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, { edit_key: key }));
    await expecting(200, next(body.id, "stars", 1));
    await expecting(200, next(body.id, "why", null));
    await expecting(200, complete(body.id));
    sessions.push(body.id);
  }
  return { slug, sessions };
}

/** Returns the counts of insights, and the same counted again from the responses. */
async function countedBy(by: Pick<Team["owner"], "get">, slug: string) {
  const at = `/api/v2/form/${slug}`;
  const { body: list } = await expecting(200, by.get(`${at}/responses/?include=answers&limit=100`));
  const { body: insights } = await expecting(200, by.get(`${at}/insights/`));
  const values = list.results.map(({ answers }: { answers: { stars: { value: number } } }) => answers.stars.value);
  const recount = [1, 2, 3, 4, 5].map((star) => values.filter((value: number) => value === star).length);
  const question = insights.questions.find(({ node_id }: { node_id: string }) => node_id === "stars");
  const counted = question.histogram.map((bucket: { count: number }) => bucket.count);
  return { recount, counted, completed: insights.sessions.completed, mean: question.statistics.mean, values };
}

async function expectExact(by: Pick<Team["owner"], "get">, slug: string, completed: number): Promise<void> {
  await eventually(async () => {
    const found = await countedBy(by, slug);
    expect(found.values).toHaveLength(completed);
    expect(found.completed).toBe(completed);
    expect(found.counted).toEqual(found.recount);
    expect(found.mean).toBeCloseTo(found.values.reduce((sum: number, value: number) => sum + value, 0) / completed, 5);
  });
}

const pathOf = (slug: string, session: string) => `/api/v2/form/${slug}/responses/${session}/`;
const correct = (slug: string, session: string, stars: number) =>
  team.owner.patch(`${pathOf(slug, session)}answers/`, { answers: { stars } });
const edit = (session: string, stars: number) =>
  anonymous().put(`/api/v2/r/session/${session}/edit/`, { answers: { stars } }, { headers: { "edit-key": key } });

test("of two people and a respondent: each stored one is a revision of its own", async () => {
  const { slug, sessions } = await aForm();
  await Promise.all(
    sessions.map(async (session) => {
      const replies = await Promise.all([
        correct(slug, session, 2),
        correct(slug, session, 3),
        edit(session, 4),
        team.owner.put(`${pathOf(slug, session)}annotations/`, { tags: ["seen"], note: "", is_flagged: true }),
      ]);
      for (const { status } of replies) expect([200, 409, 503]).toContain(status);
      const stored = replies.slice(0, 3).filter(({ status }) => status === 200).length;
      const { body } = await expecting(200, team.owner.get(`${pathOf(slug, session)}history/`));
      expect(body.map(({ revision }: { revision: number }) => revision)).toEqual(
        Array.from({ length: stored }, (_, at) => at + 2),
      );
      // each starts from what the one before it stored
      let before = 1;
      for (const { changes } of body) {
        expect(changes).toEqual([{ node_id: "stars", before, after: expect.any(Number) }]);
        before = changes[0].after;
      }
      const { body: detail } = await expecting(200, team.owner.get(pathOf(slug, session)));
      expect(detail).toMatchObject({ revision: stored + 1, total_score: before, annotations: { tags: ["seen"] } });
    }),
  );
  await expectExact(team.owner, slug, count);
});

test("that names an older revision is refused, whoever was first", async () => {
  const { slug, sessions } = await aForm();
  const body = (stars: number) => ({ answers: { stars }, revision: 1 });
  const [session = ""] = sessions;
  const replies = await Promise.all(
    [2, 3, 4, 5].map((stars) => team.owner.patch(`${pathOf(slug, session)}answers/`, body(stars))),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
});

test("beside erasures, they leave nothing of an erased response", async () => {
  const { slug, sessions } = await aForm();
  await Promise.all(
    sessions.map(async (session, at) => {
      const erased = at % 2 === 0 ? expecting(204, team.owner.delete(pathOf(slug, session))) : null;
      const [{ status }] = await Promise.all([correct(slug, session, 5), erased]);
      expect(erased ? [200, 404, 409] : [200]).toContain(status);
    }),
  );
  await Promise.all(
    sessions.map((session, at) =>
      expecting(at % 2 === 0 ? 404 : 200, team.owner.get(`${pathOf(slug, session)}history/`)),
    ),
  );
  await expectExact(team.owner, slug, count / 2);
});

test("beside a move of the form, they count in the new workspace", async () => {
  const { slug, sessions } = await aForm();
  const corrected = Promise.all(sessions.map((session) => edit(session, 5)));
  await expecting(200, team.owner.post(`/api/v2/form/${slug}/move/`, { workspace_id: target }));
  for (const { status } of await corrected) expect([200, 503]).toContain(status);
  for (const session of sessions) await expecting(200, edit(session, 5));
  await expectExact(there, slug, count);
  expect((await countedBy(there, slug)).recount).toEqual([0, 0, 0, 0, count]);
});
