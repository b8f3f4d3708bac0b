import http from "node:http";
import { isDeepStrictEqual } from "node:util";
import { type Config, plausibleAnswers } from "../../deploy/demo/answers.ts";
import { type Chance, chance } from "../../deploy/demo/chance.ts";
import type { Graph, GraphNode, Json } from "../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../shared/domain/questions/question.ts";
import { eventually } from "./eventually.ts";

/**
 * Respondents who walk a form over HTTP while something happens to the product. Each keeps one connection to one gateway,
 * notes the outcome of every request, and remembers what was acknowledged, for test/support/verify.ts to look for.
 */
export interface LoadOptions {
  /** the gateways; a respondent whose connection fails goes to the next */
  urls: string[];
  slug: string;
  graph: Graph;
  respondents: number;
  /** between two requests of a respondent, at most; few requests are as good as many for what is not about their number */
  pauseMs?: number;
}

export interface Outcome {
  what: "start" | "next" | "complete";
  url: string;
  /** performance.now() at its end */
  at: number;
  ms: number;
  /** the status, or what became of the connection */
  result: number | string;
  detail?: string;
}

/** A session as its respondent knows it. */
export interface Remembered {
  id: string;
  /** acknowledged, by node; null is a skip */
  given: Map<string, Json>;
  path: string[];
  isCompleted: boolean;
  /** a step that got no answer yet: it may have been applied or not */
  pending: { node_id: string; value: Json } | null;
}

export interface Load {
  outcomes: Outcome[];
  sessions: Remembered[];
  /** starts that got no answer: each may have left a session that nobody knows */
  unknownStarts(): number;
  /** Until `count` more requests have succeeded. */
  succeed(count: number, seconds?: number): Promise<void>;
  /** Every respondent ends the session under way and goes. */
  finish(): Promise<void>;
}

const habits = { goesBack: 0.05, skips: 0.1 };
/** `npm run test:faults`: as many requests as there can be, and every fault. */
export const isWhole = process.env.PATHFORM_FAULTS === "all";
/** Longer than the gateway's own deadline: what takes that long hangs. */
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
        if (missing > 0) throw new Error(`the respondents are ${missing} requests behind`);
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
    // going back cuts the path: what was answered behind that node is gone
    for (const id of session.given.keys()) if (!session.path.slice(0, -1).includes(id)) session.given.delete(id);
  }
  if (await ask("complete", `${base}/complete/`)) session.isCompleted = true;
}

/** Now and then a second thought: another answer to a question of the path. */
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
 * One respondent's connection. A request that fails is noted and sent again, as a page does: every step may be. Gives
 * null when nothing helps.
 */
function connection(agent: http.Agent, urls: string[], index: number, outcomes: Outcome[]): Ask {
  let place = index;
  return async (what, path, body, onLost) => {
    for (let attempt = 0; attempt < retries; attempt += 1) {
      const url = urls[place % urls.length] ?? "";
      const started = performance.now();
      const { result, reply } = await post(agent, url + path, body);
      const at = performance.now();
      const outcome: Outcome = { what, url, at, ms: at - started, result };
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
