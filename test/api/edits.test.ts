import { anonymous, complete, expecting, next, type Owner, owner, publishForm } from "../support/api.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Changes by respondents after completion (features §18.1 "Edits"). */
let me: Owner;
let slug: string;
const isGood = { left: { type: "answer", node_id: "mood" }, op: "gte", right: 4 } as const;
const graph = graphOf(
  [
    node("mood", "star_rating", { scoring: { mode: "value" } }),
    node("why", "short_text", {}, true),
    end("good"),
    end("bad"),
  ],
  [{ ...edge("mood", "good"), condition: isGood }, edge("mood", "why"), edge("why", "bad")],
);
const set = (body: object) => expecting(200, me.patch(`/api/v2/form/${slug}/`, body));
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, graph);
  await set({ edit_window_minutes: 30 });
});

const key = "a-key-of-the-client-0123456789";
const started = async (more: object = {}): Promise<string> =>
  (await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, { edit_key: key, ...more }))).body.id;
const pathOf = (session: string) => `/api/v2/r/session/${session}/edit/`;
const withKey = (own: string | null = key) => ({
  headers: (own === null ? {} : { "edit-key": own }) as Record<string, string>,
});
const read = (session: string, own?: string | null) => anonymous().get(pathOf(session), withKey(own));
const change = (session: string, answers: object, own?: string | null) =>
  anonymous().put(pathOf(session), { answers }, withKey(own));
async function completed(more: object = {}): Promise<string> {
  const session = await started(more);
  await expecting(200, next(session, "mood", 2));
  await expecting(200, next(session, "why", "Rain"));
  await expecting(200, complete(session));
  return session;
}
const detailOf = async (session: string) =>
  (await expecting(200, me.get(`/api/v2/form/${slug}/responses/${session}/`))).body;

test("show and change the answers with the key, and the owner sees who did", async () => {
  const session = await completed();
  const before = await expecting(200, read(session));
  expect(before.headers.get("cache-control")).toBe("no-store");
  const { completed_at } = await detailOf(session);
  expect(before.body).toEqual({
    answers: { mood: 2, why: "Rain" },
    traversal_path: ["mood", "why", "bad"],
    editable_until: new Date(Date.parse(completed_at) + 30 * 60_000).toISOString(),
  });
  const { body } = await expecting(200, change(session, { mood: 5 }));
  expect(body).toEqual({ ...before.body, answers: { mood: 5 }, traversal_path: ["mood", "good"] });
  expect((await expecting(200, read(session))).body).toEqual(body);
  expect(await detailOf(session)).toMatchObject({ revision: 2, total_score: 5, completed_at });
  expect((await expecting(200, me.get(`/api/v2/form/${slug}/responses/${session}/history/`))).body).toMatchObject([
    { revision: 2, editor: { kind: "respondent", name: null }, reason: null },
  ]);
  const refused = await expecting(400, change(session, { mood: 1 }));
  expect(refused.body.errors).toEqual([expect.stringContaining("answers.why: ")]);
  expect((await expecting(200, read(session))).body).toEqual(body);
});

test("need the key of the first start", async () => {
  const session = await completed();
  const other = "another-key-0123456789abcd";
  await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, { id: session, edit_key: other }));
  for (const own of [null, other, "", key.slice(1)]) {
    await expecting(403, read(session, own));
    await expecting(403, change(session, { mood: 5 }, own));
  }
  const without = await completed({ edit_key: undefined });
  await expecting(403, read(without));
  const running = await started();
  await expecting(403, read(running, other));
  await expecting(409, read(running));
  await expecting(404, read(crypto.randomUUID()));
  for (const bad of ["short", "with space in it 0123456789", "x".repeat(65)])
    await expecting(400, anonymous().post(`/api/v2/r/${slug}/start/`, { edit_key: bad }));
  expect(await detailOf(session)).toMatchObject({ revision: 1 });
});

test("end with the window and while the form is off", async () => {
  const session = await completed();
  const shown = async () => (await anonymous().get(`/api/v2/r/${slug}/`)).body.form.edit_window_minutes;
  expect(await shown()).toBe(30);
  for (const off of [{ edit_window_minutes: 0 }, { is_accepting_responses: false }]) {
    await set(off);
    await expecting(409, read(session));
    await expecting(409, change(session, { mood: 5 }));
    await expecting(403, read(session, null));
    if ("edit_window_minutes" in off) expect(await shown()).toBeUndefined();
    await set({ edit_window_minutes: 30, is_accepting_responses: true });
  }
  await set({ response_limit: 1 });
  await expecting(200, change(session, { mood: 5 }));
  await set({ response_limit: null });
  for (const minutes of [-1, 525_601, 1.5, null])
    await expecting(400, me.patch(`/api/v2/form/${slug}/`, { edit_window_minutes: minutes }));
});
