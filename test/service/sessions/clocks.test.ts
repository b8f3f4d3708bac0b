import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { answer, complete, events, type Stage, start, startSessions, toTheEnd } from "./stage.ts";

/** Copies whose clocks differ. No time of a session is before an earlier one. */
let stage: Stage;
beforeAll(async () => {
  globalThis.Date = ShiftedDate as DateConstructor;
  stage = await startSessions();
});
afterAll(async () => {
  globalThis.Date = RealDate;
  await stage?.stop();
});
afterEach(() => {
  ahead = 0;
});

const minutes = 60_000;
const RealDate = Date;
let ahead = 0;

/** The clock of this process, which is ahead of the host's by `ahead`. */
class ShiftedDate extends RealDate {
  constructor(...given: [] | [string | number | Date]) {
    super(...((given.length === 0 ? [ShiftedDate.now()] : given) as [number]));
  }
  static override now(): number {
    return RealDate.now() + ahead;
  }
}

/** Returns the session's times in their order. */
async function timesOf(sessionId: string): Promise<number[]> {
  const { rows } = await stage.database.query(
    `select s.started_at, v.shown_at, v.answered_at, s.completed_at, s.last_activity_at
      from sessions.sessions s left join sessions.visits v on v.session_id = s.id and v.seq is not null
      where s.id = $1 order by v.seq`,
    [sessionId],
  );
  const [first] = rows;
  const visits = rows.flatMap(({ shown_at, answered_at }) => [shown_at, answered_at]);
  const all = [first.started_at, ...visits, first.completed_at, first.last_activity_at];
  return all.filter((time) => time !== null).map(Number);
}

const assertOrdered = (times: number[]) => expect(times).toEqual(times.toSorted((a, b) => a - b));

test("of steps and a completion after a start on a copy that is 5 minutes ahead", async () => {
  const form = await stage.newForm();
  ahead = 5 * minutes;
  const sessionId = await start(stage.call, form);
  ahead = 0;
  await answer(stage.call, sessionId, toTheEnd);
  await complete(stage.call, sessionId);
  const times = await timesOf(sessionId);
  expect(times.length).toBeGreaterThan(6);
  assertOrdered(times);
  for (const { occurred_at } of await events(stage, sessionId))
    expect(Number(occurred_at)).toBeGreaterThanOrEqual(times[0] ?? 0);
});

test("of several answers that complete the session", async () => {
  const form = await stage.newForm();
  ahead = 5 * minutes;
  const sessionId = await start(stage.call, form);
  ahead = 0;
  const answers = Object.entries(toTheEnd).map(([nodeId, value]) => ({ node_id: nodeId, value }));
  await stage.call("sessions.answers", { session_id: sessionId, body: { answers }, query: { complete: true } });
  assertOrdered(await timesOf(sessionId));
});
