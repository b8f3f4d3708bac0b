import { randomUUID } from "node:crypto";
import { openOutgoing } from "../../../services/integrations/outgoing/send.ts";
import type { Delivery, Token, Tools } from "../../../services/integrations/types/type.ts";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";

/** A delivery as a module gets it, with tools that send real requests. */
export const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "welcome",
  fallback_end_node_id: "end",
  nodes: [
    { id: "welcome", question_type: "welcome_screen", data: { title: "Hello" } },
    { id: "name", question_type: "short_text", data: { title: "Your name?" } },
    { id: "email", question_type: "email", data: { title: "Your e-mail?" } },
    {
      id: "topics",
      question_type: "checkbox",
      data: {
        title: "Which topics?",
        config: {
          options: [
            { value: "a", label: "Art & craft" },
            { value: "b", label: "Biology" },
          ],
        },
      },
    },
    { id: "stars", question_type: "star_rating", data: { title: "How good?" } },
    {
      id: "grid",
      question_type: "matrix",
      data: {
        title: "How often?",
        config: {
          rows: [
            { key: "tea", label: "Tea" },
            { key: "rum", label: "Rum" },
          ],
          columns: [
            { value: "no", label: "Never" },
            { value: "yes", label: "Daily" },
          ],
        },
      },
    },
    { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
  ],
  edges: [],
};

export const answers: Record<string, Json> = {
  name: "=HYPERLINK(1)",
  email: "ada@example.com",
  topics: ["a", "b"],
  stars: 4,
  grid: { tea: "yes" },
};

const at = "2026-01-31T12:00:00.000Z";

/** Returns a completed session of version 1 with these answers. */
export function eventOf(given: Record<string, Json> = answers, versionNumber = 1): SessionEvent {
  const types = new Map(graph.nodes.map(({ id, question_type }) => [id, question_type]));
  return {
    type: "session.completed",
    id: randomUUID(),
    timestamp: at,
    data: {
      form: { id: randomUUID(), slug: "feedback", title: "Feedback" },
      session: {
        id: randomUUID(),
        source: "respondent",
        status: "completed",
        version_number: versionNumber,
        total_score: 7,
        answers_count: Object.keys(given).length,
        duration_seconds: 30,
        started_at: at,
        completed_at: "2026-01-31T12:00:30.000Z",
        revision: 1,
        edited_at: null,
        score_breakdown: {},
        traversal_path: graph.nodes.map(({ id }) => id),
        order: null,
        answers: Object.entries(given).map(([nodeId, answer]) => ({
          id: randomUUID(),
          node_id: nodeId,
          question_type: types.get(nodeId) ?? "short_text",
          answer,
          score_awarded: null,
          time_spent_seconds: 1,
          shown_at: at,
          answered_at: at,
        })),
        hidden: {},
        metadata: { user_agent: null },
        language: null,
        reference: null,
        calculations: {},
      },
    },
  };
}

export const deliveryOf = (config: Record<string, Json>, further: Partial<Delivery> = {}): Delivery => ({
  integration_id: randomUUID(),
  config,
  secrets: {},
  event: eventOf(),
  omitted: null,
  attempt: 1,
  made: null,
  ...further,
});

export const testOf = ({ integration_id, config, secrets }: Delivery) => ({
  integration_id,
  config,
  secrets,
  event: { type: "test" as const, id: randomUUID(), timestamp: at, data: { message: "A test." } },
});

export interface Bench {
  tools: Tools;
  /** number of requested refreshes */
  refreshes(): number;
  close(): Promise<void>;
}

export interface BenchOptions {
  /** returns a token that is valid at the stub */
  issue?(): string;
  url?: string;
  /** result instead of a token */
  token?: Token;
  graphs?: Record<number, Graph>;
}

/** Tools over real HTTP. `alone` is a queue, because there is only one process. */
export function openBench({ issue = () => "", url = "", token, graphs = { 1: graph } }: BenchOptions): Bench {
  const outgoing = openOutgoing({ timeoutMs: 5_000, allowPrivate: true });
  let queue: Promise<unknown> = Promise.resolve();
  let refreshes = 0;
  const issued = (): Token => token ?? { kind: "token", token: issue(), instance_url: url };
  const tools: Tools = {
    send: (request) => outgoing.within(5_000)(request),
    now: () => new Date(at),
    graphOf: async (_form, version) => graphs[version] ?? null,
    accessToken: async () => issued(),
    async refresh() {
      refreshes += 1;
      return issued();
    },
    alone<T>(_name: string, work: () => Promise<T>) {
      const turn = queue.then(work);
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
  return { tools, refreshes: () => refreshes, close: () => outgoing.close() };
}
