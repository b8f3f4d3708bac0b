import {
  anonymous,
  complete,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  saveDraft,
  start,
  walk,
} from "../support/api.ts";
import { chain, edge, end, graphOf, node } from "../support/sampleGraphs.ts";

/** Places of options and unique answers (wants §22). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const option = (value: string, limit?: number) => ({
  value,
  label: value.toUpperCase(),
  ...(limit !== undefined && { limit }),
});
const slots = (...options: ReturnType<typeof option>[]) => node("slot", "multiple_choice", { options }, true);
const shifts = (morning?: number, evening?: number) =>
  chain(slots(option("morning", morning), option("evening", evening)));
const placesOf = (slug: string) => anonymous().get(`/api/v2/r/${slug}/places/`);
const left = async (slug: string) => (await expecting(200, placesOf(slug))).body;
const publish = async (slug: string, graph: unknown) => {
  await expecting(200, saveDraft(me, slug, graph));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
};
const responses = (slug: string) => `/api/v2/form/${slug}/responses/`;

test("a full option is refused at the question and at the end, and the counts say so", async () => {
  const slug = await publishForm(me, shifts(1, 2));
  expect(await left(slug)).toEqual({ slot: { morning: 1, evening: 2 } });
  const [first, second] = [await start(slug), await start(slug)];
  await expecting(200, next(first, "slot", "morning"));
  await expecting(200, next(second, "slot", "morning"));
  await expecting(200, complete(first));
  await expecting(200, complete(first));
  expect(await left(slug)).toEqual({ slot: { morning: 0, evening: 2 } });
  const late = await expecting(409, complete(second));
  expect(late.body).toEqual({ detail: expect.any(String), code: "option_full", node_id: "slot" });
  const third = await start(slug);
  expect((await expecting(400, next(third, "slot", "morning"))).body).toMatchObject({
    errors: ["value: has no places left."],
    code: "option_full",
  });
  const batch = anonymous().post(`/api/v2/r/session/${third}/answers/`, {
    answers: [{ node_id: "slot", value: "morning" }],
  });
  expect((await expecting(400, batch)).body).toMatchObject({
    errors: ["answers.0.value: has no places left."],
    code: "option_full",
  });
  await expecting(200, next(second, "slot", "evening", { back: true }));
  await expecting(200, complete(second));
  expect(await left(slug)).toEqual({ slot: { morning: 0, evening: 1 } });
});

test("places are shown of a closed form, kept for 2 s by caches, and not of an inactive one", async () => {
  const slug = await publishForm(me, shifts(3));
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { is_accepting_responses: false }));
  const reply = await expecting(200, placesOf(slug));
  expect(reply.headers.get("cache-control")).toBe("max-age=2");
  expect(reply.body).toEqual({ slot: { morning: 3 } });
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { is_active: false }));
  await expecting(404, placesOf(slug));
});

test("erasing frees a place, and corrections move it", async () => {
  const slug = await publishForm(me, shifts(1, 1));
  const [one, other] = [await walk(slug, { slot: "morning" }), await walk(slug, { slot: "evening" })];
  const correct = (answers: object) => me.patch(`${responses(slug)}${one}/answers/`, { answers });
  expect((await expecting(409, correct({ slot: "evening" }))).body).toEqual({
    detail: expect.any(String),
    code: "option_full",
    node_id: "slot",
  });
  await expecting(204, me.delete(`${responses(slug)}${other}/`));
  expect(await left(slug)).toEqual({ slot: { morning: 0, evening: 1 } });
  await expecting(200, correct({ slot: "evening" }));
  expect(await left(slug)).toEqual({ slot: { morning: 1, evening: 0 } });
});

test("sessions from before a limit count, the newest limit counts, and none is negative", async () => {
  const slug = await publishForm(me, shifts());
  expect(await left(slug)).toEqual({});
  const older = await start(slug);
  for (let at = 0; at < 3; at += 1) await walk(slug, { slot: "morning" });
  await publish(slug, shifts(2, 5));
  expect(await left(slug)).toEqual({ slot: { morning: 0, evening: 5 } });
  expect((await expecting(400, next(older, "slot", "morning"))).body).toMatchObject({ code: "option_full" });
  await publish(slug, shifts(4, 5));
  expect(await left(slug)).toEqual({ slot: { morning: 1, evening: 5 } });
  await expecting(200, next(older, "slot", "morning"));
  await expecting(200, complete(older));
  expect(await left(slug)).toEqual({ slot: { morning: 0, evening: 5 } });
  await publish(slug, shifts());
  await walk(slug, { slot: "morning" });
  await publish(slug, shifts(6));
  expect(await left(slug)).toEqual({ slot: { morning: 1 } });
});

test("a required question without places is passed over, an optional one may be skipped", async () => {
  const isMorning = { op: "eq", right: "morning" } as const;
  const graph = graphOf(
    [slots(option("morning", 1), option("evening", 1)), node("why", "short_text"), end("full"), end("done")],
    [{ ...edge("slot", "done"), condition: isMorning }, edge("slot", "why"), edge("why", "full")],
  );
  const slug = await publishForm(me, graph);
  const waiting = await start(slug);
  await walk(slug, { slot: "morning" });
  await walk(slug, { slot: "evening" });
  expect((await expecting(200, next(waiting, "slot", null))).body).toMatchObject({ next_node_id: "why" });
  const { body } = await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, {}));
  expect(body).toMatchObject({ current_node_id: "why" });
  const optional = await publishForm(
    me,
    chain(node("slot", "checkbox", { options: [option("a", 1), option("b", 1)], min_selections: 2 })),
  );
  await walk(optional, { slot: ["a", "b"] });
  const skipping = await start(optional);
  await expecting(400, next(skipping, "slot", ["a"]));
  await expecting(200, next(skipping, "slot", null));
});

test("concurrent completions never take one place too many, and leave none unused", async () => {
  const slug = await publishForm(me, shifts(7));
  const sessions = await Promise.all(Array.from({ length: 40 }, () => start(slug)));
  for (const session of sessions) await expecting(200, next(session, "slot", "morning"));
  const replies = await Promise.all(sessions.map((session) => complete(session)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(33);
  expect(await left(slug)).toEqual({ slot: { morning: 0 } });
});

const raffle = (isUnique: boolean) =>
  chain(
    node("mail", "email", { unique: isUnique }),
    node("call", "phone", { unique: isUnique, default_country: "DE" }),
    node("name", "short_text", { unique: isUnique }),
    node("number", "number", { unique: isUnique }),
  );
const given = { mail: "Ada@Example.com", call: "030 1234567", name: " Straße ", number: 7 };

test("an answer that another completed session has is refused, however it is written", async () => {
  const slug = await publishForm(me, raffle(true));
  const waiting = await start(slug);
  await expecting(200, next(waiting, "mail", "ada@example.com"));
  const first = await walk(slug, given);
  for (const [nodeId, value] of Object.entries({
    mail: "ADA@example.COM",
    call: "+49 30 1234567",
    name: "STRASSE",
    number: 7,
  })) {
    const session = await start(slug);
    for (const earlier of Object.keys(given)) {
      if (earlier === nodeId) break;
      await expecting(200, next(session, earlier, null));
    }
    expect((await expecting(400, next(session, nodeId, value))).body).toMatchObject({
      errors: ["value: has already been used."],
      code: "not_unique",
    });
  }
  for (const nodeId of ["call", "name", "number"]) await expecting(200, next(waiting, nodeId, null));
  const late = await expecting(409, complete(waiting));
  expect(late.body).toEqual({ detail: expect.any(String), code: "not_unique", node_id: "mail" });
  await expecting(204, me.delete(`${responses(slug)}${first}/`));
  await expecting(200, complete(waiting));
});

test("doubles of earlier versions stay, and both must go before their answer is free", async () => {
  const slug = await publishForm(me, raffle(false));
  const [one, other] = [await walk(slug, given), await walk(slug, given)];
  await publish(slug, raffle(true));
  const session = await start(slug);
  await expecting(400, next(session, "mail", "ada@example.com"));
  await expecting(204, me.delete(`${responses(slug)}${one}/`));
  await expecting(400, next(session, "mail", "ada@example.com"));
  await expecting(200, me.patch(`${responses(slug)}${other}/answers/`, { answers: { mail: "bob@example.com" } }));
  await expecting(200, next(session, "mail", "ada@example.com"));
});
