import { randomUUID } from "node:crypto";
import { jest } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import { callOf, type Params, type Result } from "../../../shared/bus/calls.ts";
import type { Caller, LiveForm, VersionGraph, VersionLanguage } from "../../../shared/bus/contract.ts";
import { type PlainCall, plainCall } from "../../support/plain.ts";
import { migratedDatabase } from "../../support/postgres.ts";

/** A sessions service that records its calls and can fail. */
export interface SessionsStub {
  pushes: { form: LiveForm; graph: VersionGraph | null }[];
  texts: VersionLanguage[];
  live: Map<string, LiveForm>;
  graphs: Set<string>;
  isFailing: boolean;
  /** Number of failed pushes. */
  failures: number;
  /** Promise that the next push waits for. */
  gate: Promise<void> | null;
  /** Responses to staleForms, one per page. */
  stalePages: number[];
  counts: { total: number; completed: number };
}

export interface Stage {
  broker: ServiceBroker;
  call: PlainCall;
  sessions: SessionsStub;
  /** For checks that no action supports. */
  database: pg.Pool;
  restartForms(): Promise<void>;
  /** Starts another copy of forms on the same database, with the same stub for sessions. */
  startCopy(): Promise<ServiceBroker>;
  stop(): Promise<void>;
}

interface StageOptions {
  /** False if the test starts sessions itself. */
  hasSessions?: boolean;
  /** ms */
  reconcileInterval?: number;
}

/** Starts the real forms service in process, with its own database and a stub for sessions. */
export async function startForms(options: StageOptions = {}): Promise<Stage> {
  const database = await migratedDatabase();
  const schema = await formsOn(database.url, options.reconcileInterval ?? 3_600_000);
  const broker = new ServiceBroker({ nodeID: "test", logger: false });
  const sessions = makeStub();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  if (options.hasSessions !== false) broker.createService(sessionsService(sessions));
  let service = broker.createService(schema);
  await broker.start();
  const call = plainCall(callOf(broker));
  await warmUp(call);
  return {
    broker,
    call,
    sessions,
    database: pool,
    async restartForms() {
      await broker.destroyService(service);
      service = broker.createService(schema);
    },
    async startCopy() {
      const copy = new ServiceBroker({ nodeID: "copy", logger: false });
      copy.createService(sessionsService(sessions));
      copy.createService(await formsOn(database.url, 3_600_000));
      await copy.start();
      return copy;
    },
    async stop() {
      await broker.stop();
      await pool.end();
      await database.drop();
    },
  };
}

/** Opens every connection of the pool, so that concurrent requests don't wait for new ones. */
async function warmUp(call: PlainCall): Promise<void> {
  const list = () => call("forms.list", { caller: newCaller(), query: {}, paging: paging() });
  await Promise.all(Array.from({ length: 10 }, list));
}

/** Reloads the service for each stage, because a process reads its environment once. */
async function formsOn(url: string, reconcileInterval: number) {
  process.env.DATABASE_URL = url;
  jest.resetModules();
  const { default: forms } = await import("../../../services/forms/forms.service.ts");
  return { ...forms, settings: { reconcileInterval } };
}

function makeStub(): SessionsStub {
  return {
    pushes: [],
    texts: [],
    live: new Map(),
    graphs: new Set(),
    isFailing: false,
    failures: 0,
    gate: null,
    stalePages: [],
    counts: { total: 0, completed: 0 },
  };
}

export function sessionsService(stub: SessionsStub) {
  return {
    name: "sessions",
    actions: {
      async putLiveForm(ctx: { params: Params<"sessions.putLiveForm"> }): Promise<Result<"sessions.putLiveForm">> {
        const { form, graph } = ctx.params;
        const { gate } = stub;
        stub.gate = null;
        await gate;
        if (stub.isFailing) {
          stub.failures += 1;
          throw new Error("sessions is down");
        }
        stub.pushes.push({ form, graph });
        if (graph) stub.graphs.add(graph.version_id);
        const known = stub.live.get(form.form_id);
        if (!known || known.revision < form.revision) stub.live.set(form.form_id, form);
        return null;
      },
      putVersionTexts(ctx: { params: Params<"sessions.putVersionTexts"> }): null {
        stub.texts.push(ctx.params);
        return null;
      },
      staleForms(ctx: { params: Params<"sessions.staleForms"> }): Result<"sessions.staleForms"> {
        const { forms } = ctx.params;
        stub.stalePages.push(forms.length);
        const isStale = (form: (typeof forms)[number]) => (stub.live.get(form.form_id)?.revision ?? -1) < form.revision;
        return { form_ids: forms.filter(isStale).map(({ form_id }) => form_id) };
      },
      countByForms: ({ params }: { params: Params<"sessions.countByForms"> }): Result<"sessions.countByForms"> => ({
        counts: params.form_ids.map((formId) => ({
          form_id: formId,
          daily_completed: new Array<number>(14).fill(0),
          ...stub.counts,
        })),
      }),
    },
  };
}

export const newCaller = (): Caller => ({ account_id: randomUUID(), user_id: randomUUID(), key_id: null });

export const paging = (changes: Partial<Paging> = {}): Paging => ({
  limit: 20,
  offset: 0,
  ordering: { field: "created", descending: true },
  search: null,
  ...changes,
});

/** Returns a graph that can be published. */
export function questionnaire(title = "What is your name?") {
  return {
    schema_version: "2.0" as const,
    entry_node_id: "name",
    nodes: [
      { id: "name", question_type: "short_text", data: { title } },
      { id: "end", question_type: "end_screen", data: { title: "Thank you" } },
    ],
    edges: [{ from: "name", to: "end" }],
  };
}

/** Returns the `{ code, type, data }` that a call fails with. */
export async function failure(call: Promise<unknown>): Promise<{ code: number; message: string; data?: unknown }> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
  if ("error" in outcome) return outcome.error;
  throw new Error(`This call did not fail: ${JSON.stringify(outcome.value)}`);
}
