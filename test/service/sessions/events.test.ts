import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import type pg from "pg";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import { testOnOneServer } from "../../support/onCitus.ts";
import { answer, blocked, complete, lockInserts, type Stage, short, start, startSessions } from "./stage.ts";

/** The outbox of events for integrations and analytics (design §6). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const other = () => stage.processes[1]?.call as Stage["call"];

describe("positions", () => {
  const position = async (call = stage.call) => (await call("sessions.eventPosition", {})).position;

  async function positionOf(sessionId: string, type: string): Promise<number> {
    const { rows } = await stage.database.query(
      "select position::float8 from sessions.events where session_id = $1 and type = $2",
      [sessionId, type],
    );
    return rows[0].position;
  }

  test("orders events by request, on every process", async () => {
    const form = await stage.newForm(short());
    for (let round = 0; round < 5; round += 1) {
      const id = await start(stage.call, form);
      await answer(stage.call, id, { name: "Ada" });
      const between = await position(other());
      await complete(stage.call, id);
      const after = await position();
      expect(await positionOf(id, "session.started")).toBeLessThan(between);
      expect(await positionOf(id, "session.completed")).toBeGreaterThan(between);
      expect(await positionOf(id, "session.completed")).toBeLessThan(after);
    }
  });

  testOnOneServer("doesn't wait for events in progress, which may have either order", async () => {
    const form = await stage.newForm(short());
    const id = await start(stage.call, form);
    await answer(stage.call, id, { name: "Ada" });
    const unlock = await lockInserts(stage, "events");
    const completing = complete(stage.call, id);
    await blocked(stage, 1);
    await position(other());
    await unlock();
    await completing;
    const after = await position(other());
    expect(await positionOf(id, "session.completed")).toBeLessThan(after);
  });

  test("tells a start behind an entry node that has no option to offer", async () => {
    const never = { left: { type: "hidden" as const, key: "plan" }, op: "eq", right: "vip" };
    const options = ["a", "b"].map((value) => ({ value, label: value, show_if: never }));
    const graph = short();
    const [first] = graph.nodes;
    const entry = { id: "seats", question_type: "multiple_choice", data: { title: "Seats", config: { options } } };
    const form = await stage.newForm({
      ...graph,
      entry_node_id: "seats",
      hidden_fields: ["plan"],
      nodes: [entry, ...graph.nodes],
      edges: [{ from: "seats", to: first?.id ?? "", condition: null }, ...graph.edges],
    });
    const id = await start(stage.call, form);
    const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 1000 });
    const told = events.flatMap((one) => (one.kind === "event" && one.event.data.session.id === id ? [one.event] : []));
    expect(told.map(({ data }) => data.session.traversal_path)).toEqual([[first?.id]]);
  });

  test("returns an event's position when claiming it", async () => {
    const before = await position();
    const id = await start(stage.call, await stage.newForm(short()));
    const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 1000 });
    const claimed = events.flatMap((one) => (one.kind === "event" && one.event.data.session.id === id ? [one] : []));
    expect(claimed.map((one) => (one.position ?? 0) > before)).toEqual([true]);
  });
});

test("orders the IDs of events by time, for fewer written index pages", async () => {
  const form = await stage.newForm(short());
  const ids: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const id = await start(stage.call, form);
    await answer(stage.call, id, { name: "Ada" });
    await complete(stage.call, id);
    const { rows } = await stage.database.query(
      "select id from sessions.events where session_id = $1 order by type desc",
      [id],
    );
    ids.push(...rows.map((row) => row.id));
  }
  expect(ids).toHaveLength(6);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^.{14}7.{4}[89ab]/)));
  // events of the same millisecond have any order
  expect(ids.map((id) => id.slice(0, 13))).toEqual(ids.map((id) => id.slice(0, 13)).sort());
});

test("postpones an unreadable event and returns the others", async () => {
  const form = await stage.newForm(short());
  const good = await start(stage.call, form);
  const { rows } = await stage.database.query(
    `insert into sessions.events (id, type, session_id, form_id, occurred_at, form)
      values (gen_random_uuid(), 'session.started', gen_random_uuid(), $1, now() - interval '1 day', '{}') returning id`,
    [form.form_id],
  );
  const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 1000 });
  const sessions = events.flatMap((one) => (one.kind === "event" ? [one.event.data.session.id] : []));
  expect(sessions).toContain(good);
  const left = await stage.database.query(
    "select attempts, leased_by, leased_until > now() as is_put_off from sessions.events where id = $1",
    [rows[0].id],
  );
  expect(left.rows).toEqual([{ attempts: 1, leased_by: null, is_put_off: true }]);
});

describe("with 60,000 events in the outbox", () => {
  const count = 60_000;
  let form: LiveForm;

  beforeAll(async () => {
    form = await stage.newForm(short());
    await stage.database.query("delete from sessions.events");
    await stage.database.query(
      `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session)
        select gen_random_uuid(), 'session.completed', gen_random_uuid(), $1, now() - n * interval '1 second', '{}', '{}'
        from generate_series(1, $2::integer) n`,
      [form.form_id, count],
    );
    await stage.database.query("analyze sessions.events");
  });

  test("claims without reading other events, waiting or leased", async () => {
    const [claim] = await statementsOf(() => stage.call("sessions.claimEvents", { consumer: "test", limit: 100 }));
    expect(await rowsRead(claim as Statement)).toBeLessThan(1_000);
    await stage.database.query("update sessions.events set leased_until = now() + interval '1 hour', attempts = 9");
    await start(stage.call, form);
    expect(await rowsRead(claim as Statement)).toBeLessThan(1_000);
    const { events } = await stage.call("sessions.claimEvents", { consumer: "test", limit: 100 });
    expect(events).toHaveLength(1);
  });

  testOnOneServer("continues analytics where it stopped", async () => {
    const [changes] = await statementsOf(() => stage.call("sessions.changes", { limit: 100 }));
    expect(await rowsRead(changes as Statement)).toBe(100);
    await stage.database.query("update sessions.events set indexed_at = now()");
    expect(await rowsRead(changes as Statement)).toBeLessThan(10);
  });

  test("acknowledges by id", async () => {
    const { rows } = await stage.database.query("select id from sessions.events limit 100");
    const ids = rows.map(({ id }) => id);
    for (const statement of await statementsOf(async () => {
      await stage.call("sessions.acknowledgeEvents", { ids });
      await stage.call("sessions.acknowledgeChanges", { ids });
    })) {
      expect(await rowsRead(statement)).toBeLessThan(1_000);
    }
  });
});

test("finds a version by its number through a unique index, and its form's language and theme", async () => {
  const form = await stage.newForm(short());
  const [statement] = await statementsOf(() =>
    stage.call("sessions.versionGraph", { form_id: form.form_id, version_number: 1 }),
  );
  const plan = await explain(statement as Statement, "set local enable_seqscan = off");
  expect(JSON.stringify(plan)).toContain('"versions_numbered"');
  const found = await stage.call("sessions.versionGraph", { form_id: form.form_id, version_number: 1 });
  expect(found).toMatchObject({ graph: { nodes: expect.any(Array) }, language: form.language, theme: form.theme });
  const again = { ...form, revision: 2, version: { id: randomUUID(), version_number: 1 } };
  const graph = { version_id: again.version.id, version_number: 1, graph: short() };
  await expect(stage.call("sessions.putLiveForm", { form: again, graph })).rejects.toThrow();
});

interface Statement {
  text: string;
  values: unknown[];
}

interface Plan {
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** Returns the named statements that `work` sends. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const pool = stage.processes[0]?.service.database.pool as pg.Pool;
  const query = jest.spyOn(pool, "query");
  await work();
  const sent = query.mock.calls.map(([given]) => given as unknown as Statement);
  query.mockRestore();
  return sent;
}

/** Returns PostgreSQL's plan. Rolls back changes. */
async function explain({ text, values }: Statement, setting = "select 1"): Promise<Plan> {
  const client = await stage.database.connect();
  try {
    await client.query("begin");
    await client.query(setting);
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    return rows[0]["QUERY PLAN"][0].Plan;
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Returns the most outbox rows that one step of the plan reads. */
async function rowsRead(statement: Statement): Promise<number> {
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  const reading = nodes(await explain(statement)).filter((node) => node["Relation Name"] === "events");
  const looked = reading.map(
    (node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
  );
  return Math.max(...looked);
}
