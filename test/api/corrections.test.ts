import { complete, expecting, next, type Owner, owner, publishForm, signedIn, start, walk } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Corrections by owners (features §18.1). */
let me: Owner;
let slug: string;
const isGood = { left: { type: "answer", node_id: "mood" }, op: "gte", right: 4 } as const;
const graph = graphOf(
  [
    node("mood", "star_rating", { scoring: { mode: "value" } }),
    node("why", "short_text"),
    node("email", "email"),
    end("good"),
    end("bad"),
  ],
  [{ ...edge("mood", "good"), condition: isGood }, edge("mood", "why"), edge("why", "email"), edge("email", "bad")],
);
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, graph);
});

const pathOf = (session: string, of = slug) => `/api/v2/form/${of}/responses/${session}/`;
const correct = (session: string, body: object) => me.patch(`${pathOf(session)}answers/`, body);

test("walks the session again, with path, points and end, and keeps what changed", async () => {
  const session = await walk(slug, { mood: 2, why: "Rain", email: "ada@example.com" });
  const { body: before } = await expecting(200, me.get(pathOf(session)));
  expect(before).toMatchObject({ revision: 1, edited_at: null, total_score: 2 });
  const { body } = await expecting(200, correct(session, { answers: { mood: 5 }, reason: "Called back" }));
  expect(body).toMatchObject({
    revision: 2,
    edited_at: expect.any(String),
    total_score: 5,
    answers_count: 1,
    traversal_path: ["mood", "good"],
    status: "completed",
    completed_at: before.completed_at,
    duration_seconds: before.duration_seconds,
  });
  const { body: history } = await expecting(200, me.get(`${pathOf(session)}history/`));
  expect(history).toEqual([
    {
      revision: 2,
      edited_at: body.edited_at,
      editor: { kind: "owner", name: expect.any(String) },
      reason: "Called back",
      changes: [
        { node_id: "mood", before: 2, after: 5 },
        { node_id: "why", before: "Rain", after: null },
        { node_id: "email", before: "ada@example.com", after: null },
      ],
    },
  ]);
  const { body: list } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
  expect(list.results[0]).toMatchObject({ id: session, revision: 2, edited_at: body.edited_at, total_score: 5 });
});

test("refuses answers off the path, wrong values and stale revisions, and changes nothing then", async () => {
  const session = await walk(slug, { mood: 2, why: "Rain", email: "ada@example.com" });
  const refusals = [
    [{ answers: { mood: 5, why: "Sun" } }, 400, "answers.why: is not on the path"],
    [{ answers: { email: "no address" } }, 400, "answers.email: "],
    [{ answers: { nothing: 1 } }, 400, "answers.nothing: no such question"],
    [{ answers: { good: 1 } }, 400, "answers.good: no such question"],
    [{ answers: { mood: 3 }, reason: "x".repeat(501) }, 400, "reason: "],
    [{ answers: { mood: 3 }, revision: 2 }, 409, undefined],
  ] as const;
  for (const [body, status, error] of refusals) {
    const reply = await expecting(status, correct(session, body));
    if (error) expect(reply.body.errors[0]).toContain(error);
  }
  await expecting(200, correct(session, { answers: { mood: 2 } }));
  const { body } = await expecting(200, me.get(pathOf(session)));
  expect(body).toMatchObject({ revision: 1, total_score: 2 });
  expect((await expecting(200, me.get(`${pathOf(session)}history/`))).body).toEqual([]);
});

test("corrects no response in progress, and none of another form", async () => {
  const session = await start(slug);
  await expecting(200, next(session, "mood", 2));
  await expecting(409, correct(session, { answers: { mood: 5 } }));
  const other = await publishForm(me, graph);
  await expecting(404, me.patch(`${pathOf(session, other)}answers/`, { answers: { mood: 5 } }));
  await expecting(404, me.get(`${pathOf(session, other)}history/`));
});

test("insights follow, a repeated completion has the newest answers, and the audit log says who", async () => {
  const own = await publishForm(me, graph);
  const session = await walk(own, { mood: 1, why: "Rain", email: "ada@example.com" });
  await expecting(200, me.patch(`${pathOf(session, own)}answers/`, { answers: { mood: 5 } }));
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${own}/insights/`));
    expect(body.score).toMatchObject({ median: 5, max: 5 });
  });
  expect((await expecting(200, complete(session))).body).toMatchObject({ end_node_id: "good" });
  const by = signedIn(me.cookie);
  const { body: account } = await expecting(200, by.get("/api/auth/me/"));
  await eventually(async () => {
    const { body } = await expecting(
      200,
      by.get(`/api/workspaces/${account.account_id}/audit/?action=response.corrected`),
    );
    expect(body.results[0]).toMatchObject({
      actor: { type: "api_key" },
      targets: [{ type: "response", id: session }, {}],
    });
  });
});
