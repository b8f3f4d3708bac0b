import http from "node:http";
import { isDeepStrictEqual } from "node:util";
import { type Config, plausibleAnswers } from "../../deploy/demo/answers.ts";
import { type Chance, chance } from "../../deploy/demo/chance.ts";
import type { Graph, GraphNode, Json } from "../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../shared/domain/questions/question.ts";
import { eventually } from "./eventually.ts";

/**
 * Respondents that fill in a form over HTTP while a fault happens. Each uses one connection to one gateway, records all outcomes,
 * and remembers acknowledged data for test/support/verify.ts.
 */
export interface LoadOptions {
  /** gateways; after a connection error, a respondent uses the next one */
  urls: string[];
  slug: string;
  graph: Graph;
  respondents: number;
  /** maximum pause between requests of a respondent; for tests that don't depend on the number of requests */
  pauseMs?: number;
}

export interface Outcome {
  what: "start" | "next" | "complete";
  url: string;
  /** path of the request, which names the session */
  path: string;
  /** end of the request (performance.now()) */
  at: number;
  ms: number;
  /** status or connection error */
  result: number | string;
  detail?: string;
}

/** A session as seen by its respondent. */
export interface Remembered {
  id: string;
  /** acknowledged answers by node; null for skipped ones */
  given: Map<string, Json>;
  path: string[];
  isCompleted: boolean;
  /** step without response, which may have been applied */
  pending: { node_id: string; value: Json } | null;
}

export interface Load {
  outcomes: Outcome[];
  sessions: Remembered[];
  /** starts without response, which may have left unknown sessions */
  unknownStarts(): number;
  /** Waits until `count` more requests have succeeded. */
  succeed(count: number, seconds?: number): Promise<void>;
  /** Lets every respondent finish the current session. */
  finish(): Promise<void>;
}

const habits = { goesBack: 0.05, skips: 0.1 };
/** True in `npm run test:faults`: maximum load and all faults. */
export const isWhole = process.env.PATHFORM_FAULTS === "all";
/** Longer than the gateway's timeout. A request that takes this long hangs. */
const requestTimeoutMs = 20_000;

export function startLoad({ urls, slug, graph, respondents, pauseMs = isWhole ? 20 : 100 }: LoadOptions): Load {
  const outcomes: Outcome[] = [];
  const sessions: Remembered[] = [];
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const agents: http.Agent[] = [];
  let isEnding = false;
  let lost = 0;

  async function respond(index: number): Promise<void> {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    const ask = connection(agent, urls, index, outcomes);
    const luck = chance(index + 1);
    const rest = () => new Promise((done) => setTimeout(done, luck.integer(0, pauseMs)));
    while (!isEnding) {
      const started = await ask("start", `/api/v2/r/${slug}/start/`, undefined, () => {
        lost += 1;
      });
      if (!started) return;
      const session: Remembered = { id: started.id, given: new Map(), path: [], isCompleted: false, pending: null };
      session.path = started.traversal_path;
      sessions.push(session);
      await walk(session, { ask, luck, nodes, rest });
    }
  }

  const all = Promise.all(Array.from({ length: respondents }, (_, index) => respond(index)));
  const succeeded = () => outcomes.filter((outcome) => !isError(outcome)).length;
  return {
    outcomes,
    sessions,
    unknownStarts: () => lost,
    async succeed(count, seconds = 30) {
      const wanted = succeeded() + count;
      await eventually(() => {
        const missing = wanted - succeeded();
        if (missing > 0) throw new Error(`The respondents are ${missing} requests behind.`);
      }, seconds);
    },
    async finish() {
      isEnding = true;
      await all;
      for (const agent of agents) agent.destroy();
    },
  };
}

export const isError = ({ result }: Outcome): boolean => typeof result === "string" || result >= 300;

interface Respondent {
  ask: Ask;
  luck: Chance;
  nodes: Map<string, GraphNode>;
  rest(): Promise<unknown>;
}

async function walk(session: Remembered, { ask, luck, nodes, rest }: Respondent): Promise<void> {
  const base = `/api/v2/r/session/${session.id}`;
  for (;;) {
    await rest();
    const node = nodes.get(session.path.at(-1) ?? "");
    if (!node || node.question_type === "end_screen") break;
    const step = changed(session, nodes, luck) ?? { node_id: node.id, value: answer(node, luck) };
    session.pending = step;
    const moved = await ask("next", `${base}/next/`, step);
    if (!moved) return;
    session.pending = null;
    session.given.set(step.node_id, step.value);
    session.path = moved.traversal_path;
    // going back cuts the path and removes the answers after that node
    for (const id of session.given.keys()) if (!session.path.slice(0, -1).includes(id)) session.given.delete(id);
  }
  if (await ask("complete", `${base}/complete/`)) session.isCompleted = true;
}

/** Sometimes changes an answer on the path. */
function changed({ given }: Remembered, nodes: Map<string, GraphNode>, luck: Chance) {
  if (!luck.happens(habits.goesBack)) return null;
  const [nodeId, old] = luck.pick([...given]) ?? [];
  const node = nodes.get(nodeId ?? "");
  if (!node) return null;
  const value = answer(node, luck);
  return isDeepStrictEqual(value, old) ? null : { node_id: node.id, value, back: true };
}

function answer({ question_type, data }: GraphNode, luck: Chance): Json {
  if (!data.is_required && luck.happens(habits.skips)) return null;
  return plausibleAnswers[question_type as QuestionType]((data.config ?? {}) as Config, luck);
}

// biome-ignore lint/suspicious/noExplicitAny: the public API's replies
type Reply = any;
type Ask = (what: Outcome["what"], path: string, body?: unknown, onLost?: () => void) => Promise<Reply | null>;

const retries = 60;

/**
 * Connection of one respondent. Retries failed requests like the page, because all steps are idempotent. Null if all attempts
 * fail.
 */
function connection(agent: http.Agent, urls: string[], index: number, outcomes: Outcome[]): Ask {
  let place = index;
  return async (what, path, body, onLost) => {
    for (let attempt = 0; attempt < retries; attempt += 1) {
      const url = urls[place % urls.length] ?? "";
      const started = performance.now();
      const { result, reply } = await post(agent, url + path, body);
      const at = performance.now();
      const outcome: Outcome = { what, url, path, at, ms: at - started, result };
      outcomes.push(outcome);
      if (!isError(outcome)) return reply;
      outcome.detail = reply?.detail;
      if (typeof result === "number" && result < 500) return null;
      onLost?.();
      if (typeof result === "string") place += 1;
      await new Promise((done) => setTimeout(done, 250));
    }
    return null;
  };
}

function post(agent: http.Agent, url: string, body: unknown): Promise<{ result: number | string; reply: Reply }> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const headers = { ...(text && { "content-type": "application/json" }), "content-length": Buffer.byteLength(text) };
  return new Promise((done) => {
    const request = http.request(url, { method: "POST", agent, headers, timeout: requestTimeoutMs }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", (error: NodeJS.ErrnoException) =>
        done({ result: error.code ?? error.message, reply: null }),
      );
      response.on("end", () =>
        done({ result: response.statusCode ?? 0, reply: JSON.parse(String(Buffer.concat(chunks))) }),
      );
    });
    request.on("timeout", () => request.destroy(Object.assign(new Error("hangs"), { code: "HANGS" })));
    request.on("error", (error: NodeJS.ErrnoException) => done({ result: error.code ?? error.message, reply: null }));
    request.end(text);
  });
}
