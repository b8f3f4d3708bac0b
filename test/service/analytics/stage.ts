import { randomUUID } from "node:crypto";
import { ServiceBroker } from "moleculer";
import pg from "pg";
import type { Paging } from "../../../shared/api/paging.ts";
import { type Call, callOf, type Params, type Result } from "../../../shared/bus/calls.ts";
import type { Caller, FormReference } from "../../../shared/bus/contract.ts";
import type { Edge, Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { notFound, notOwner } from "../../../shared/platform/errors.ts";
import { eventually } from "../../support/eventually.ts";
import { freshDatabase, migratedDatabase } from "../../support/postgres.ts";

/** The real analytics and sessions services with their own database, and a stub for forms. */
export interface Stage {
  broker: ServiceBroker;
  call: Call;
  /** For checks that no action supports. */
  database: pg.Pool;
  caller: Caller;
  /** of another account */
  other: Caller;
  /** Adds a form with this graph as its first version. */
  newForm(graph: Graph, owner?: Caller): Promise<FormReference>;
  publish(form: FormReference, graph: Graph): Promise<void>;
  /** Waits until the search index has all changes. */
  indexed(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the services. Once per test file, because a process reads its environment once. */
export async function startStage({ hasSessions = true } = {}): Promise<Stage> {
  const { url, drop } = await (hasSessions ? migratedDatabase() : freshDatabase());
  process.env.DATABASE_URL = url;
  const { default: analytics } = await import("../../../services/analytics/analytics.service.ts");
  const { default: sessions } = await import("../../../services/sessions/sessions.service.ts");
  const forms = new Map<string, OwnedForm>();
  const broker = new ServiceBroker({ nodeID: "test", logger: false });
  const caller = newCaller();
  broker.createService(formsService(forms));
  broker.createService({ name: "integrations", actions: { eraseSession: () => erasedCopies.answer() } });
  broker.createService(analytics);
  if (hasSessions) broker.createService(sessions);
  await broker.start();
  const call = callOf(broker);
  const database = new pg.Pool({ connectionString: url, max: 2 });
  return {
    broker,
    call,
    database,
    caller,
    other: newCaller(),
    async newForm(graph, owner = caller) {
      const form = { form_id: randomUUID(), slug: `form-${forms.size + 1}`, title: "Form", current_version: 0 };
      forms.set(form.slug, { form, accountId: owner.account_id });
      await makeLive(call, owner, form, graph);
      return form;
    },
    publish: (form, graph) => makeLive(call, caller, form, graph),
    indexed: () => eventually(() => assertIndexed(database), 12),
    async stop() {
      await broker.stop();
      await database.end();
      await drop();
    },
  };
}

async function assertIndexed(database: pg.Pool): Promise<void> {
  const { rowCount } = await database.query(
    "select 1 from sessions.events where indexed_at is null and type <> 'session.started' limit 1",
  );
  if (rowCount) throw new Error("The search index is behind.");
}

/** Stands for integrations, which deletes its copies of a session. A test may let it fail. */
export const erasedCopies = { answer: (): null => null };

interface OwnedForm {
  form: FormReference;
  accountId: string;
}

const newCaller = (): Caller => ({ account_id: randomUUID(), user_id: randomUUID(), key_id: null });

const formsService = (forms: Map<string, OwnedForm>) => ({
  name: "forms",
  actions: {
    locate({ params }: { params: Params<"forms.locate"> }): Result<"forms.locate"> {
      const found = forms.get(params.slug);
      if (!found) throw notFound("form");
      if (params.caller.account_id !== found.accountId) throw notOwner("form");
      return found.form;
    },
  },
});

async function makeLive(call: Call, { account_id }: Caller, form: FormReference, graph: Graph): Promise<void> {
  const versionNumber = (form.current_version ?? 0) + 1;
  const versionId = randomUUID();
  await call("sessions.putLiveForm", {
    form: {
      form_id: form.form_id,
      revision: versionNumber,
      account_id,
      slug: form.slug,
      title: form.title,
      theme: { id: randomUUID(), name: "Default" } as never,
      is_active: true,
      is_accepting_responses: true,
      response_limit: null,
      opens_at: null,
      closes_at: null,
      closed_message: null,
      language: "en",
      embed_origins: ["*"],
      version: { id: versionId, version_number: versionNumber },
    },
    graph: { version_id: versionId, version_number: versionNumber, graph },
  });
  form.current_version = versionNumber;
}

/** Returns the nodes in a row and an end screen. */
export function rowOf(nodes: GraphNode[], hiddenFields: string[] = []): Graph {
  const end: GraphNode = { id: "end", question_type: "end_screen", data: { title: "Thank you" } };
  const all = [...nodes, end];
  const edges = nodes.map((node, at): Edge => ({ from: node.id, to: all[at + 1]?.id ?? "end", condition: null }));
  return {
    schema_version: "2.0",
    entry_node_id: all[0]?.id ?? null,
    fallback_end_node_id: "end",
    nodes: all,
    edges,
    hidden_fields: hiddenFields,
  };
}

export const question = (id: string, questionType = "short_text", config: Record<string, unknown> = {}): GraphNode => ({
  id,
  question_type: questionType,
  data: { title: `Question ${id}`, config },
});

interface Walk {
  answers?: [node_id: string, value: Json][];
  hidden?: Record<string, string>;
  isCompleted?: boolean;
}

/** Answers as one respondent and returns the session's id. */
export async function respond(call: Call, slug: string, { answers = [], hidden = {}, isCompleted = true }: Walk = {}) {
  const sessionId = randomUUID();
  await call("sessions.start", { slug, session_id: sessionId, body: { hidden }, user_agent: "test" });
  for (const [nodeId, value] of answers)
    await call("sessions.next", { session_id: sessionId, body: { node_id: nodeId, value } });
  if (isCompleted) await call("sessions.complete", { session_id: sessionId });
  return sessionId;
}

export const paging = (ordering = "-started_at", changes: Partial<Paging> = {}): Paging => ({
  limit: 100,
  offset: 0,
  ordering: { field: ordering.replace("-", ""), descending: ordering.startsWith("-") },
  search: null,
  ...changes,
});

/** Returns all pieces of an export. Calls `between` after each. */
export async function exported(
  { call, caller }: Stage,
  slug: string,
  query: Params<"analytics.beginExport">["query"] = {},
  between: () => Promise<unknown> | unknown = () => undefined,
  size: Pick<Params<"analytics.exportPiece">, "bytes" | "sessions"> = {},
) {
  const begun = await call("analytics.beginExport", { caller, slug, query });
  const pieces: string[] = [];
  for (let cursor: string | null = begun.cursor; cursor; ) {
    const piece: Result<"analytics.exportPiece"> = await call("analytics.exportPiece", { cursor, ...size });
    pieces.push(piece.text);
    cursor = piece.cursor;
    await between();
  }
  return { ...begun, pieces, text: pieces.join("") };
}

/** Returns the error that the call fails with. */
export const failure = (call: Promise<unknown>): Promise<{ code: number; data?: { errors?: string[] } }> =>
  call.then(
    () => {
      throw new Error("the call should have failed");
    },
    (error) => error,
  );
