import { randomUUID } from "node:crypto";
import { jest } from "@jest/globals";
import type { ServiceBroker } from "moleculer";
import pg from "pg";
import type { SessionsService } from "../../../services/sessions/service.ts";
import { loadMany, type SessionState } from "../../../services/sessions/store/sessions.ts";
import { sessionDetail } from "../../../shared/api/sessionDetail.ts";
import { callOf, type Result } from "../../../shared/bus/calls.ts";
import type { LiveForm } from "../../../shared/bus/contract.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { databaseUnavailable } from "../../../shared/platform/database/unavailable.ts";
import { eventually } from "../../support/eventually.ts";
import { type PlainCall, plainCall } from "../../support/plain.ts";
import { migratedDatabase, testSecretsKey } from "../../support/postgres.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** A sessions service like a separate process, with its own modules, pool and cache. */
export interface Process {
  call: PlainCall;
  service: SessionsService;
}

export interface Stage {
  url: string;
  /** The first process. */
  call: PlainCall;
  processes: Process[];
  /** For checks that no action supports. */
  database: pg.Pool;
  /** Adds a live form with this graph as its version. */
  newForm(graph?: Graph, changes?: Partial<LiveForm>): Promise<LiveForm>;
  /** Pushes a change of the form, like its owner's PATCH. */
  change(form: LiveForm, changes: Partial<LiveForm>): Promise<LiveForm>;
  stop(): Promise<void>;
}

/** Starts the real sessions service in several processes, with its own database and without a bus. */
export async function startSessions(processes = 1): Promise<Stage> {
  const { url, drop } = await migratedDatabase();
  Object.assign(process.env, { DATABASE_URL: url, SECRETS_KEY: testSecretsKey });
  const running: { broker: ServiceBroker; service: SessionsService; call: PlainCall }[] = [];
  for (let count = 0; count < processes; count += 1) running.push(await startProcess(`test-${count}`));
  const database = new pg.Pool({ connectionString: url, max: 4 });
  const first = running[0] as Process;
  return {
    url,
    call: first.call,
    processes: running,
    database,
    newForm: (graph = survey(), changes = {}) => newForm(first.call, graph, changes),
    change: (form, changes) => change(first.call, form, changes),
    async stop() {
      for (const { broker } of running) await broker.stop();
      await database.end();
      await drop();
    },
  };
}

async function startProcess(nodeId: string) {
  jest.resetModules();
  const { ServiceBroker } = await import("moleculer");
  const { default: sessions } = await import("../../../services/sessions/sessions.service.ts");
  const broker = new ServiceBroker({ nodeID: nodeId, logger: false, middlewares: [databaseUnavailable()] });
  const service = broker.createService(sessions) as unknown as SessionsService;
  await broker.start();
  const call = plainCall(callOf(broker));
  const { pool, hotPool } = service.database;
  await Promise.all([pool, hotPool].map(warmUp));
  return { broker, service, call };
}

/** Opens every connection of the pool, so that concurrent requests don't wait for new ones. */
async function warmUp(pool: pg.Pool): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => pool.query("select pg_sleep(0.01)")));
}

async function newForm(call: PlainCall, graph: Graph, changes: Partial<LiveForm>): Promise<LiveForm> {
  const versionId = randomUUID();
  const form: LiveForm = {
    form_id: randomUUID(),
    revision: 1,
    account_id: randomUUID(),
    slug: `form-${randomUUID()}`,
    title: "Survey",
    theme: { id: randomUUID(), name: "Default" } as never,
    is_active: true,
    is_accepting_responses: true,
    response_limit: null,
    opens_at: null,
    closes_at: null,
    closed_message: null,
    language: "en",
    embed_origins: ["*"],
    version: { id: versionId, version_number: 1 },
    ...changes,
  };
  await call("sessions.putLiveForm", { form, graph: { version_id: versionId, version_number: 1, graph } });
  return form;
}

async function change(call: PlainCall, form: LiveForm, changes: Partial<LiveForm>): Promise<LiveForm> {
  const changed = { ...form, revision: form.revision + 1, ...changes };
  await call("sessions.putLiveForm", { form: changed, graph: null });
  return changed;
}

const sampleOf = (graph: ReturnType<typeof graphOf>) => graph as unknown as Graph;

const picture = (value: string) => ({ value, label: value, image_url: `https://example.com/${value}.png`, alt: value });

/** A screen, an optional name, a scored color that leads to a picture choice, and an age. */
export const survey = () =>
  sampleOf(
    graphOf(
      [
        node("welcome", "welcome_screen"),
        node("name", "short_text", { max_length: 20 }),
        node(
          "color",
          "multiple_choice",
          {
            options: [
              { value: "red", label: "Red" },
              { value: "blue", label: "Blue" },
            ],
            scoring: { mode: "options", points: { red: 5, blue: 1 } },
          },
          true,
        ),
        node("picture", "picture_choice", { options: [picture("cat"), picture("dog")] }),
        node("age", "number", { min: 0, max: 150, scoring: { mode: "value" } }),
        end("end", { show_score: true }),
        end("late", {}),
      ],
      [
        edge("welcome", "name"),
        edge("name", "color"),
        edge("color", "picture", { op: "eq", right: "red" }),
        edge("color", "age"),
        edge("picture", "age"),
        edge("age", "late", { op: "gte", right: 100 }),
        edge("age", "end"),
      ],
      { hidden_fields: ["plan", "source"] },
    ),
  );

/** One optional text before the end. */
export const short = () => sampleOf(graphOf([node("name", "short_text"), end()], [edge("name", "end")]));

/** `count` optional long texts in a row. */
export function texts(count: number): Graph {
  const nodes = Array.from({ length: count }, (_, at) => node(`text${at}`, "long_text", { max_length: 20_000 }));
  const all = [...nodes, end()];
  return sampleOf(
    graphOf(
      all,
      nodes.map(({ id }, at) => edge(id, all[at + 1]?.id ?? "end")),
      { hidden_fields: ["plan"] },
    ),
  );
}

export async function start(call: PlainCall, { slug }: LiveForm, hidden: Record<string, string> = {}): Promise<string> {
  const sessionId = randomUUID();
  await call("sessions.start", { slug, session_id: sessionId, body: { hidden }, user_agent: "test" });
  return sessionId;
}

export const next = (
  call: PlainCall,
  sessionId: string,
  nodeId: string,
  value?: Json,
  { back = false, ...meta }: { back?: boolean; deadline?: number } = {},
) =>
  call("sessions.next", { session_id: sessionId, body: { node_id: nodeId, value, ...(back && { back }) } }, { meta });

export const back = (call: PlainCall, sessionId: string, nodeId: string, value?: Json) =>
  next(call, sessionId, nodeId, value, { back: true });

export const complete = (call: PlainCall, sessionId: string) => call("sessions.complete", { session_id: sessionId });

/** Answers the nodes in order. */
export async function answer(call: PlainCall, sessionId: string, answers: Record<string, Json>): Promise<void> {
  for (const [nodeId, value] of Object.entries(answers)) await next(call, sessionId, nodeId, value);
}

/** Answers that lead a session of `survey` to its end. */
export const toTheEnd = { welcome: null, name: "Ada", color: "blue", age: 36 };

/** Returns the session's state in the database. */
export async function stored({ database }: Stage, sessionId: string): Promise<SessionState> {
  const [state] = await loadMany(database, [sessionId]);
  if (!state) throw new Error(`There is no session ${sessionId}.`);
  return state;
}

export const detail = async (stage: Stage, sessionId: string) => {
  const state = await stored(stage, sessionId);
  return sessionDetail(state, state.visits);
};

/** Returns the session's unacknowledged events. */
export async function events({ database }: Stage, sessionId: string, type?: string) {
  const { rows } = await database.query(
    `select * from sessions.events
      where session_id = $1 and acknowledged_at is null and ($2::text is null or type = $2)`,
    [sessionId, type],
  );
  return rows;
}

/** Waits until this many connections wait for a lock. */
export const blocked = ({ database }: Stage, count: number) =>
  eventually(async () => {
    const pids = await waiting(database);
    if (pids.length !== count) throw new Error(`${pids.length} connections wait, not ${count}`);
    return pids;
  });

/** Waits until any connection waits for a lock. */
export const anyBlocked = ({ database }: Stage) =>
  eventually(async () => {
    if ((await waiting(database)).length === 0) throw new Error("no connection waits");
  });

async function waiting(database: pg.Pool): Promise<number[]> {
  const { rows } = await database.query(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.map((row) => row.pid);
}

/** Keeps the rows that `sql` locks or changes until the returned function is called. */
export async function lock(
  { database }: Stage,
  sql: string,
  values: unknown[] = [],
  end: "commit" | "rollback" = "rollback",
): Promise<() => Promise<void>> {
  const client = await database.connect();
  await client.query("begin");
  await client.query(sql, values);
  return async () => {
    await client.query(end);
    client.release();
  };
}

/** Blocks every write of sessions before it has locked a row, but no reads. */
export const lockWrites = (stage: Stage) => lock(stage, "lock table sessions.sessions in share mode");

/** Blocks every insert into the table, with the locks and changes that its statement has by then. */
export async function lockInserts(stage: Stage, table: "events" | "visits"): Promise<() => Promise<void>> {
  await stage.database.query(`
    create or replace function sessions.wait_for_test() returns trigger language plpgsql
      as 'begin perform pg_advisory_xact_lock_shared(4711); return new; end';
    create or replace trigger wait_for_test before insert on sessions.${table}
      for each row execute function sessions.wait_for_test()`);
  return lock(stage, "select pg_advisory_xact_lock(4711)");
}

export const lockSession = (stage: Stage, ...ids: string[]) =>
  lock(stage, "select 1 from sessions.sessions where id = any($1) for update", [ids]);

/** Returns the results of the calls, and the errors of failed ones. */
export async function outcomes<T>(calls: Promise<T>[]) {
  const settled = await Promise.allSettled(calls);
  return {
    results: settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : [])),
    errors: settled.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : [])),
  };
}

/** Returns the error that the call fails with. */
export async function failure(call: Promise<unknown>) {
  const { results, errors } = await outcomes([call]);
  if (errors.length === 0) throw new Error(`This call did not fail: ${JSON.stringify(results[0])}`);
  return errors[0] as { code: number; message: string; data?: { errors?: string[]; body?: Record<string, unknown> } };
}

export type Reply = Result<"sessions.next">;
