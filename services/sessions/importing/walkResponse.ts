import { calculating } from "../../../shared/api/sessionDetail.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import { walkedGraph } from "../../../shared/domain/graph/markup/texts.ts";
import { startWalk, takeStep, totalScore, type Visit, type Walk } from "../../../shared/domain/graph/traverse.ts";
import type { CalculationResults, Graph, Json } from "../../../shared/domain/graph/types.ts";
import { sessionBytesLimit } from "../../../shared/domain/limits.ts";
import { runToEnd } from "../../../shared/domain/runToEnd.ts";
import type { FileResponse, Identities, RefusedPart } from "./response.ts";

/** Rules for rows (wants §25). */
export interface WalkRules {
  /** A row with a refused cell is refused whole. */
  refusesInvalid: boolean;
  /** A row that isn't complete is refused whole. */
  refusesIncomplete: boolean;
  /** the import's; rows without times have it */
  created: Date;
  /** Rows without activity since are refused. Null without a retention. */
  oldest: Date | null;
  /** Personal answers of rows without activity since aren't kept. Null without a retention. */
  oldestPersonal: Date | null;
  personal: ReadonlySet<string>;
  /** the form's own language, if its version has others; else null */
  language: string | null;
}

/** A session to store. Times are ISO timestamps. */
export interface ImportedSession {
  status: "completed" | "abandoned";
  started_at: string;
  completed_at: string | null;
  /** of all its answers */
  at: string;
  is_untimed: boolean;
  current_node_id: string;
  total_score: number;
  hidden: Readonly<Record<string, string>>;
  language: string | null;
  answers_bytes: number;
  visits: ImportedVisit[];
  /** results of calculations before its personal answers were left out; null if it has all */
  kept_calculations: CalculationResults | null;
}

export interface ImportedVisit {
  node_id: string;
  question_type: string;
  /** null if it was passed without an answer, or isn't kept */
  answer: Json | null;
  score_awarded: number | null;
}

/** A row of the file after its walk. */
export interface WalkedRow {
  row: number;
  identities: Identities;
  refused: RefusedPart[];
  /** null if the row is refused whole */
  session: ImportedSession | null;
}

/** A version as imports walk it. */
export interface WalkedVersion {
  compiled: CompiledGraph;
  /** nodes that can come after each node */
  after(nodeId: string): ReadonlySet<string>;
}

/**
 * Compiles a version. Files can't be imported, so a walk passes required ones, and questions that a row isn't asked, such as those of
 * another instrument.
 */
export function walkedVersion(graph: Graph, unasked: ReadonlySet<string> = new Set()): WalkedVersion {
  const nodes = graph.nodes.map((node) =>
    node.question_type === "file_upload" || unasked.has(node.id)
      ? { ...node, data: { ...node.data, is_required: false } }
      : node,
  );
  const targets = Map.groupBy(graph.edges, ({ from }) => from);
  const reachable = new Map<string, ReadonlySet<string>>();
  return {
    compiled: compileGraph(walkedGraph({ ...graph, nodes })),
    after(nodeId) {
      const known = reachable.get(nodeId) ?? reachedFrom(nodeId, targets);
      reachable.set(nodeId, known);
      return known;
    },
  };
}

function reachedFrom(nodeId: string, targets: ReadonlyMap<string, readonly { to: string }[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [nodeId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { to } of targets.get(id) ?? []) {
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached;
}

/** Walks a row of a file through the form, as a respondent with these answers (wants §25). */
export function walkResponse(version: WalkedVersion, response: FileResponse, rules: WalkRules): WalkedRow {
  const { row, identities } = response;
  const withoutSession = (refused: WalkedRow["refused"]): WalkedRow => ({ row, identities, refused, session: null });
  const whole = (reason: string) => withoutSession([{ column: null, reason }]);
  if (response.refusal !== null) return whole(response.refusal);
  const times = timesOf(response, rules.created);
  if (rules.oldest && times.at < rules.oldest) return whole("is older than the form keeps responses");
  const hidden = Object.entries(response.hidden).filter(([, value]) => isStorable(value));
  const kept = { ...response, hidden: Object.fromEntries(hidden) };
  const unstorable = Object.keys(response.hidden).filter((key) => !hidden.some(([kept]) => kept === key));
  const walked = walk(version, kept, times);
  const refused = [
    ...response.refused,
    ...unstorable.map((key) => ({ column: `hidden.${key}`, reason: notStorable })),
    ...walked.refused,
  ];
  if (rules.refusesInvalid && refused.length > 0) return withoutSession(refused);
  const { missing } = walked;
  if (rules.refusesIncomplete && missing !== null)
    return withoutSession([...refused, { column: null, reason: missing }]);
  const session = sessionOf(version, walked, kept, times, rules);
  if (session.answers_bytes > sessionBytesLimit) return whole("has answers of more than 256 KiB");
  return { row, identities, refused, session };
}

interface Times {
  started: Date;
  completed: Date;
  /** of all answers */
  at: Date;
  isUntimed: boolean;
}

function timesOf({ started_at, completed_at }: FileResponse, created: Date): Times {
  const completed = completed_at ?? started_at ?? created;
  const started = started_at && started_at < completed ? started_at : completed;
  return { started, completed, at: completed, isUntimed: started_at === null };
}

interface Walked {
  walk: Walk;
  /** why it isn't complete; null if it is */
  missing: string | null;
  refused: WalkedRow["refused"];
}

function walk(version: WalkedVersion, response: FileResponse, { started, at }: Times): Walked {
  const { compiled } = version;
  const { answers, hidden, is_unfinished } = response;
  const context = { today: utcDay(at), isIssuedFile: () => false };
  const refused: Walked["refused"] = [];
  const left = new Map(answers);
  let state = startWalk(compiled, hidden, utcDay(started));
  let missing: string | null = null;
  for (;;) {
    const node = compiled.nodes.get(state.current_node_id);
    if (!node || node.question.is_end) break;
    const sent = left.get(node.id);
    left.delete(node.id);
    const given = sent && isStorable(sent.value) ? sent : undefined;
    if (sent && !given) refused.push({ column: sent.column, reason: notStorable });
    const step = given && takeStep(compiled, state, { node_id: node.id, value: given.value }, context);
    if (given && step?.kind === "invalid") refused.push({ column: given.column, reason: reasonOf(step) });
    const moved = step?.kind === "moved" ? step : takeStep(compiled, state, { node_id: node.id }, context);
    if (moved.kind !== "moved") {
      missing = `ends at "${node.id}", which is required and has no answer`;
      break;
    }
    state = { ...state, visits: [...state.visits, moved.visit], current_node_id: moved.next_node_id };
  }
  refused.push(...behind(version, state, left, missing !== null));
  if (missing !== null || !is_unfinished) return { walk: state, missing, refused };
  return { walk: upToLastAnswer(state), missing: "isn't finished", refused };
}

const notStorable = "has a character that can't be stored";

/** PostgreSQL stores neither NUL nor half of a character. */
function isStorable(value: Json): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  return typeof value !== "object" || value === null || Object.entries(value).every((entry) => entry.every(isStorable));
}

/** A rule's message can recall answers, and a reason never repeats one. */
const reasonOf = ({ rule, message }: { rule?: number | undefined; message: string }): string =>
  rule === undefined ? message : "breaks a rule of the question";

/** Refuses answers to nodes that the walk didn't reach. */
function behind(
  { after }: WalkedVersion,
  { current_node_id: end }: Walk,
  left: FileResponse["answers"],
  isStopped: boolean,
): Walked["refused"] {
  return [...left].map(([nodeId, { column }]) => ({
    column,
    reason:
      isStopped && after(end).has(nodeId)
        ? `is behind "${end}", which is required and has no answer`
        : "is not on the path",
  }));
}

/** Returns the walk of a response that its file calls unfinished. */
function upToLastAnswer(whole: Walk): Walk {
  const answered = whole.visits.findLastIndex(({ answer }) => answer !== null) + 1;
  const next = whole.visits[answered]?.node_id ?? whole.current_node_id;
  return { ...whole, visits: whole.visits.slice(0, answered), current_node_id: next };
}

function sessionOf(
  { compiled }: WalkedVersion,
  { walk: { visits, current_node_id }, missing }: Walked,
  { hidden, language }: FileResponse,
  { started, completed, at, isUntimed }: Times,
  { oldestPersonal, personal, language: own }: WalkRules,
): ImportedSession {
  const isLeftOut = ({ node_id, answer }: Visit) =>
    answer !== null && oldestPersonal !== null && at < oldestPersonal && personal.has(node_id);
  const hasAll = !visits.some(isLeftOut);
  const total = totalScore(visits);
  const startedAt = started.toISOString();
  const calculated = { answers: visits, hidden, total_score: total, started_at: startedAt };
  const kept = visits.map((visit) => (isLeftOut(visit) ? { ...visit, answer: null } : visit));
  return {
    status: missing === null ? "completed" : "abandoned",
    started_at: startedAt,
    completed_at: missing === null ? completed.toISOString() : null,
    at: at.toISOString(),
    is_untimed: isUntimed,
    current_node_id,
    total_score: total,
    hidden,
    language: language ?? own,
    answers_bytes: bytesOf(hidden) + kept.reduce((sum, { answer }) => sum + (answer === null ? 0 : bytesOf(answer)), 0),
    visits: kept.map(({ node_id, answer, score_awarded }) => ({
      node_id,
      question_type: compiled.nodes.get(node_id)?.question.type ?? "",
      answer,
      score_awarded,
    })),
    kept_calculations: hasAll ? null : runToEnd(calculating(compiled.calculations, calculated)),
  };
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
