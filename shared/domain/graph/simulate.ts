import { sessionBytesLimit } from "../limits.ts";
import { isEmpty } from "../questions/index.ts";
import { TableBudget } from "../questions/matchCost.ts";
import type { CompiledQuestion } from "../questions/question.ts";
import { refusalError } from "../questions/refusalError.ts";
import { bandOf, labelOf, resultsOf } from "./calculations/results.ts";
import { compileSound } from "./calculations/sound.ts";
import { type CompiledGuards, compileGuards } from "./compile.ts";
import type { WalkView } from "./evaluate.ts";
import { explain } from "./explain.ts";
import { edgeFault, nodeFault } from "./faults.ts";
import { plainGraph } from "./markup/texts.ts";
import { type Outline, type OutlineNode, outlineOf } from "./outline.ts";
import { reasonText } from "./reasonText.ts";
import { replaceRecalls } from "./recalls.ts";
import type { Explanation, SimulatedStep, Simulation, Stop } from "./shapes/simulation.ts";
import {
  filled,
  scoreBreakdown,
  startWalk,
  takeStep,
  totalScore,
  type Visit,
  viewOf,
  type Walk,
  type WalkableGraph,
} from "./traverse.ts";
import type { Condition, Graph, Json } from "./types.ts";
import { calculationIn, type Spoken, writtenIn } from "./written.ts";

export interface SimulationInput {
  answers: Readonly<Record<string, Json>>;
  hidden?: Readonly<Record<string, string>>;
  /** UTC, `YYYY-MM-DD` */
  today: string;
  /** Language of the graph. With it, steps have titles, and recalls are as the respondent page shows them. */
  spoken?: Spoken | null;
}

/** Returns `<field>: <message>` for each unknown answer and hidden field. */
export function inputProblems(graph: Graph, { answers, hidden = {} }: Omit<SimulationInput, "today">): string[] {
  const nodes = new Set(graph.nodes.map(({ id }) => id));
  const keys = new Set(graph.hidden_fields);
  return [
    ...Object.keys(answers).flatMap((id) => (nodes.has(id) ? [] : [`answers.${id}: no such node`])),
    ...Object.keys(hidden).flatMap((key) => (keys.has(key) ? [] : [`hidden.${key}: unknown field`])),
  ];
}

/** Maximum bytes of JSON of a walk's explanations. */
const explanationLimit = 4 * 1024 * 1024;

export class ExplanationTooLarge extends Error {
  constructor() {
    super("answers: the explanation is larger than 4 MiB; simulate with shorter answers");
  }
}

/** Simulates a graph, whose texts are plain in the result. File answers can be any URLs within the question's limits. */
export const simulate = (graph: Graph, input: SimulationInput): Simulation =>
  simulateOutline(outlineOf(plainGraph(graph)), input);

export const simulateOutline = (outline: Outline, input: SimulationInput): Simulation =>
  resultOf(traceWalk(outline, input));

/** A walk with what was evaluated on it. */
interface TracedWalk {
  tracing: TracingGraph;
  walk: Walk;
  stopped: Stop | null;
}

/** As simulateOutline, without scores and calculations, which can depend on the day. */
export function traceWalk(
  outline: Outline,
  { answers, hidden = {}, today, spoken = null }: SimulationInput,
): TracedWalk {
  const tracing = new TracingGraph(outline, spoken);
  const context = { today, isIssuedFile: () => true };
  let walk = startWalk(tracing, hidden, today);
  let bytes = bytesOf(hidden);
  const finish = (stopped: Stop | null): TracedWalk => ({ tracing, walk, stopped });
  for (;;) {
    const id = walk.current_node_id;
    const fault = tracing.faultAt(id, walk.visits);
    if (fault !== null) return finish({ node_id: id || null, reason: "invalid_graph", message: fault });
    const { question, guards } = tracing.nodes.get(id) as NonNullable<ReturnType<WalkableGraph["nodes"]["get"]>>;
    if (question.is_end) return finish(null);
    const view = viewOf(tracing, walk.visits, walk);
    const reason = tracing.showIf(id, view);
    const shownBy = reason && { show_if: reason };
    const titled = spoken && { title: titleAt(id, tracing, view, spoken) };
    if (guards?.isShown(view) === false) {
      const next = tracing.next(id, view);
      if (tracing.stop !== null) return finish({ node_id: id, reason: "invalid_graph", message: tracing.stop });
      const passed = { node_id: id, ...titled, answer: null, score_awarded: null, ...tracing.trace };
      tracing.steps.push({ ...passed, passed_over: true, ...shownBy });
      if (tracing.trace.taken === null) return finish({ node_id: id, reason: "no_edge", message: noEdge });
      tracing.passed.add(id);
      walk = { ...walk, current_node_id: next };
      continue;
    }
    const value = Object.hasOwn(answers, id) ? answers[id] : undefined;
    const step = takeStep(tracing, walk, { node_id: id, ...(value !== undefined && { value }) }, context);
    if (step.kind === "invalid") {
      const reason = isEmpty(value) ? "answer_missing" : "answer_invalid";
      return finish({ node_id: id, reason, message: step.at ? refusalError("", step) : step.message });
    }
    if (step.kind !== "moved") throw new Error(`the walk at ${id} neither moved nor stopped`);
    const { stop, trace } = tracing;
    if (stop !== null) return finish({ node_id: id, reason: "invalid_graph", message: stop });
    bytes += step.visit.answer === null ? 0 : bytesOf(step.visit.answer);
    if (bytes > sessionBytesLimit) {
      const message = "the answers of this session exceed 256 KiB in total";
      return finish({ node_id: id, reason: "answer_invalid", message });
    }
    const { visit } = step;
    const { answer, score_awarded } = visit;
    tracing.steps.push({ node_id: id, ...titled, answer, score_awarded, ...trace, ...shownBy });
    if (trace.taken === null) return finish({ node_id: id, reason: "no_edge", message: noEdge });
    walk = { ...walk, visits: [...walk.visits, visit], current_node_id: step.next_node_id };
  }
}

/** Returns a node's title with its recalls. */
function titleAt(id: string, tracing: TracingGraph, view: WalkView, { language }: Spoken): string {
  const read = (key: string) => view.calculation?.(key) ?? null;
  return replaceRecalls(tracing.outline.byId.get(id)?.source.data.title ?? "", (kind, name) => {
    const value = kind === "calculation" ? read(name) : null;
    if (kind === "calculation") return value === null ? "" : calculationIn(language, value);
    if (kind !== "band") return filled(`{{${kind}:${name}}}`, tracing, view);
    const bands = tracing.calculations?.list.find(({ key }) => key === name)?.bands ?? [];
    const band = bandOf(bands, read(name));
    return band ? labelOf(band) : "";
  });
}

const noEdge = "no edge of this node matches these answers, and there is no default end screen";

function resultOf({ tracing, walk, stopped }: TracedWalk): Simulation {
  const { steps, outline } = tracing;
  const { visits, current_node_id } = walk;
  // a walk that stopped at the last step's edges includes that answer
  const given: Visit[] = steps.map(({ node_id, answer, score_awarded }) => ({ node_id, answer, score_awarded }));
  const isPassed = steps.at(-1)?.node_id === current_node_id && steps.at(-1)?.passed_over === true;
  const isKnown = outline.questions.has(current_node_id) && !isPassed;
  return {
    traversal_path: [...visits.map(({ node_id }) => node_id), ...(isKnown ? [current_node_id] : [])],
    is_complete: stopped === null,
    end_node_id: stopped === null ? current_node_id : null,
    total_score: totalScore(given),
    score_breakdown: { ...scoreBreakdown(given) },
    ...calculated(tracing, given, walk),
    stopped,
    steps,
  };
}

/** Returns the values so far. Those of invalid calculations are null. */
function calculated(tracing: TracingGraph, given: readonly Visit[], walk: Walk): Pick<Simulation, "calculations"> {
  const { outline, calculations } = tracing;
  if (!calculations) return {};
  const { calculation = () => null } = viewOf(tracing, given, walk);
  const unknown = [...outline.calculations.values()].map(({ source }) => [source.key, { value: null, band: null }]);
  return { calculations: { ...Object.fromEntries(unknown), ...resultsOf(calculations, calculation) } };
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

type Trace = Pick<SimulatedStep, "taken" | "next_node_id" | "edges">;

/** Records which edges were evaluated and why they match. Stops at invalid parts of the graph. */
class TracingGraph implements WalkableGraph {
  readonly steps: SimulatedStep[] = [];
  /** nodes that aren't on the path */
  readonly passed = new Set<string>();
  readonly entry_node_id: string;
  trace: Trace = { taken: null, next_node_id: null, edges: [] };
  /** why the walk can't leave the node of the last step */
  stop: string | null = null;
  readonly calculations: WalkableGraph["calculations"];
  readonly outline: Outline;
  readonly #tables = new TableBudget();
  #size = 0;

  readonly #spoken: Spoken | null;

  constructor(outline: Outline, spoken: Spoken | null) {
    this.outline = outline;
    this.#spoken = spoken;
    this.entry_node_id = outline.entry?.id ?? "";
    this.calculations = compileSound(outline);
  }

  readonly nodes = {
    get: (id: string) => {
      const question = this.outline.questions.get(id);
      if (!question) return undefined;
      const guardsOf = () => this.#guardsOf(id, question);
      return {
        id,
        question,
        // read only at a node without a fault, because the conditions of others don't compile
        get guards() {
          return guardsOf();
        },
      };
    },
  };

  /** Writes a value in the language of the simulation. */
  written = (id: string, value: Json): string | undefined => {
    const node = this.outline.byId.get(id)?.source;
    return this.#spoken && node ? writtenIn(this.#spoken, node, value) : undefined;
  };

  readonly #guards = new Map<string, CompiledGuards | null>();

  /** Compiles the conditions of a valid node. */
  #guardsOf(id: string, question: CompiledQuestion): CompiledGuards | null {
    const node = this.outline.byId.get(id);
    if (!node || node.guards.length === 0) return null;
    const guards = this.#guards.get(id) ?? compileGuards(node.source, question, this.outline.questions);
    this.#guards.set(id, guards);
    return guards;
  }

  /** Explains the `show_if` of a valid node. */
  showIf(id: string, view: WalkView): Explanation | null {
    const condition = (this.outline.byId.get(id)?.source.data?.show_if ?? null) as Condition | null;
    const explanation = condition && explain(condition, id, this.outline.questions, view);
    this.#count(explanation);
    return explanation;
  }

  /** Returns why a walk can't continue at this node, or null. */
  faultAt(id: string, visits: readonly Visit[]): string | null {
    const node = this.outline.byId.get(id);
    if (!node) return id === "" ? "`entry_node_id` is missing or not found" : `node \`${id}\` not found`;
    if (this.passed.has(id) || visits.some(({ node_id }) => node_id === id))
      return "the edges form a cycle back to this node";
    return nodeFault(node, this.outline, this.#tables);
  }

  next(id: string, view: WalkView): string {
    const node = this.outline.byId.get(id) as OutlineNode;
    this.stop = null;
    this.trace = { taken: null, next_node_id: null, edges: [] };
    for (const edge of node.edges) {
      this.stop = edgeFault(edge, this.outline);
      if (this.stop !== null) return "";
      const because = edge.condition && explain(edge.condition, id, this.outline.questions, view);
      const result = because?.result ?? true;
      this.trace.edges.push({ edge_index: edge.index, to: edge.source.to, result, because });
      this.#count(because);
      if (result)
        return this.#take(edge.index, edge.to?.id ?? null, `it goes to \`${edge.source.to}\`, which doesn't exist`);
    }
    const { fallback, fallbackFault } = this.outline;
    this.stop = fallbackFault && reasonText(fallbackFault);
    return fallback ? this.#take("fallback", fallback.id, "") : "";
  }

  /** Limits the total size, because each of thousands of comparisons repeats a long answer. */
  #count(because: Explanation | null): void {
    if (because) this.#size += bytesOf(because);
    if (this.#size > explanationLimit) throw new ExplanationTooLarge();
  }

  #take(taken: number | "fallback", to: string | null, fault: string): string {
    if (to === null) this.stop = `edge ${taken}: ${fault}`;
    this.trace = { ...this.trace, taken, next_node_id: to };
    return to ?? "";
  }
}
