import { exported } from "../../services/forms/exporting/export.ts";
import type { Loss } from "../../services/forms/exporting/losses.ts";
import { readForm } from "../../services/forms/importing/read.ts";
import type { ElsewhereFormat } from "../../shared/api/shapes/elsewhere.ts";
import type { ImportResult } from "../../shared/api/shapes/imports.ts";
import { type CompiledGraph, compileGraph } from "../../shared/domain/graph/compile.ts";
import { check, startWalk, takeStep, type Walk } from "../../shared/domain/graph/traverse.ts";
import type { Condition, Graph, GraphNode, Json, Operand } from "../../shared/domain/graph/types.ts";
import { context } from "./graphs.ts";

/** A form that was taken to a format and imported again, to compare with the original. */
export interface RoundTrip {
  original: Graph;
  result: ImportResult;
  losses: Loss[];
  file: object | Uint8Array;
}

export async function roundTrip(format: ElsewhereFormat, graph: Graph): Promise<RoundTrip> {
  const { file, losses } = await exported(format, { title: "Form", language: "en", graph });
  const bytes = file instanceof Uint8Array ? Buffer.from(file) : Buffer.from(JSON.stringify(file));
  const result: ImportResult = JSON.parse(await readForm(bytes));
  return { original: graph, result, losses, file };
}

/**
 * Makes a random graph one that every format can say more of: IDs without special characters, no hidden fields, and comparisons of
 * texts that each format has.
 */
export function tame(graph: Graph): Graph {
  const ids = new Map(graph.nodes.map(({ id }, at) => [id, `n${at}`]));
  const idOf = (id: string): string => ids.get(id) ?? id;
  const conditionOf = (condition: unknown) => condition && tameCondition(condition as Condition, idOf);
  return {
    ...graph,
    entry_node_id: idOf(graph.entry_node_id ?? ""),
    fallback_end_node_id: graph.fallback_end_node_id ? idOf(graph.fallback_end_node_id) : null,
    hidden_fields: [],
    nodes: graph.nodes.map(({ id, data, ...node }) => ({
      ...node,
      id: idOf(id),
      data: { ...data, ...(data.show_if ? { show_if: conditionOf(data.show_if) } : {}) },
    })),
    edges: graph.edges.map(({ from, to, condition }) => ({
      from: idOf(from),
      to: idOf(to),
      condition: conditionOf(condition),
    })),
  };
}

function tameCondition(condition: Condition, idOf: (id: string) => string): Condition {
  const inner = (part: Condition) => tameCondition(part, idOf);
  if ("all" in condition) return { all: condition.all.map(inner) };
  if ("any" in condition) return { any: condition.any.map(inner) };
  if ("not" in condition) return { not: inner(condition.not) };
  const { left: given, op, right } = condition;
  if (given?.type === "hidden") return { left: { type: "score" }, op: "gte", right: 2 };
  const left = given?.type === "answer" ? { ...given, node_id: idOf(given.node_id) } : given;
  const of = { ...condition, ...(left && { left }) };
  if (/^(length_.te|matches|starts_with|ends_with)$/.test(op))
    return { left: left as Operand, op: "contains", right: "4", ci: true };
  return "ci" in condition || /contains/.test(op)
    ? ({ ...of, right: typeof right === "string" ? "42" : right, ci: true } as Condition)
    : of;
}

type Answers = ReadonlyMap<string, Json>;

/** Names of the imported form for those of the original, which get `q_` where the format doesn't take them. */
const named = (known: ReadonlySet<string>, id: string): string => (known.has(id) ? id : `q_${id}`);

const keysOf = (list: unknown, key: string): ReadonlySet<string> =>
  new Set(Array.isArray(list) ? list.map((one) => String(one[key])) : []);

/** Returns an answer as the imported question takes it. */
function theirs(answer: Json, node: GraphNode | undefined, type?: string): Json {
  const config = node?.data.config ?? {};
  const value = (one: Json): Json =>
    typeof one === "string" && Array.isArray(config.options)
      ? keysOf(config.options, "value").has(`q_${one}`)
        ? `q_${one}`
        : one
      : one;
  if (config.rows && answer !== null && typeof answer === "object" && !Array.isArray(answer)) {
    const rows = keysOf(config.rows, "key");
    return Object.fromEntries(Object.entries(answer).map(([row, column]) => [named(rows, row), column as Json]));
  }
  if (config.fields && Array.isArray(answer)) {
    const fields = keysOf(config.fields, "key");
    if (!answer.every((row) => typeof row === "object" && row !== null)) return answer;
    return answer.map((row) =>
      Object.fromEntries(Object.entries(row as object).map(([key, cell]) => [named(fields, key), cell])),
    );
  }
  if (!Array.isArray(answer)) return value(answer);
  const isOne = node?.question_type === "multiple_choice" || node?.question_type === "dropdown";
  return type === "picture_choice" && isOne && answer.length === 1 ? value(answer[0] as Json) : answer.map(value);
}

const isAsked = (graph: CompiledGraph, id: string): boolean => graph.nodes.get(id)?.question.is_screen === false;

/**
 * Walks both forms with the same answers. Returns how they differ: in the questions that they ask, or in the answers that they take.
 * Questions with a loss are left out, and stay unanswered.
 */
export function differencesOf({ original, result, losses }: RoundTrip, answers: Answers): string[] {
  const lossy = new Set(losses.map(({ node_id }) => node_id));
  const [ours, other] = [original, result.graph as Graph].map((graph) => compileGraph(optional(graph))) as [
    CompiledGraph,
    CompiledGraph,
  ];
  const known = new Set(other.nodes.keys());
  const idOf = new Map([...ours.nodes.keys()].map((id) => [named(known, id), id]));
  const path = pathOf(ours, (id) => (isAsked(ours, id) && !lossy.has(id) ? (answers.get(id) ?? null) : null));
  const onPath = new Set(path.visits.map(({ node_id }) => node_id));
  const taken = pathOf(other, (id) => {
    const own = idOf.get(id);
    if (own === undefined || !isAsked(other, id) || !onPath.has(own) || lossy.has(own)) return null;
    return theirs(
      answers.get(own) ?? null,
      result.graph.nodes.find((node) => node.id === id) as GraphNode,
      ours.nodes.get(own)?.question.type,
    );
  });
  if (typeof taken.stopped === "string") return [taken.stopped];
  const asked = path.visits.map(({ node_id }) => node_id).filter((id) => isAsked(ours, id) && !lossy.has(id));
  const askedThere = taken.visits
    .map(({ node_id }) => node_id)
    .flatMap((id) => (isAsked(other, id) ? (idOf.get(id) ?? []) : []))
    .filter((id) => !lossy.has(id));
  if (asked.join() !== askedThere.join()) return [`asks ${asked.join()}, there ${askedThere.join()}`];
  return [];
}

interface Path {
  visits: Walk["visits"];
  stopped?: string;
}

function pathOf(graph: CompiledGraph, answerOf: (id: string) => Json): Path {
  let walk = startWalk(graph, {}, context.today);
  while (!graph.nodes.get(walk.current_node_id)?.question.is_end) {
    const id = walk.current_node_id;
    const step = takeStep(graph, walk, { node_id: id, value: answerOf(id) }, context);
    if (step.kind !== "moved")
      return { visits: walk.visits, stopped: `${id} refuses ${JSON.stringify(answerOf(id))}: ${JSON.stringify(step)}` };
    walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
  }
  return { visits: walk.visits };
}

/** Questions that are asked of others, because of a loss, can be skipped. */
const optional = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({
    ...node,
    data: {
      ...node.data,
      is_required: false,
      ...(node.question_type === "matrix" && {
        config: { require_all_rows: node.data.is_required === true, ...node.data.config },
      }),
    },
  })),
});

/** Returns answers that only one of both forms takes, of questions without a loss. */
export function refusalsOf(
  { original, result, losses }: RoundTrip,
  values: (node: GraphNode) => readonly Json[],
): string[] {
  const lossy = new Set(losses.map(({ node_id }) => node_id));
  const [ours, other] = [original, result.graph as Graph].map(compileGraph) as [CompiledGraph, CompiledGraph];
  const known = new Set(other.nodes.keys());
  return original.nodes.flatMap((node) => {
    const there = result.graph.nodes.find(({ id }) => id === named(known, node.id)) as GraphNode | undefined;
    if (lossy.has(node.id) || !there || !isAsked(ours, node.id)) return [];
    return values(node).flatMap((value) => {
      const [here, elsewhere] = [
        [ours, node.id, value],
        [other, there.id, theirs(value, there, node.question_type)],
      ].map(([graph, id, given]) => {
        const compiled = (graph as CompiledGraph).nodes.get(id as string);
        const walk = startWalk(graph as CompiledGraph, {}, context.today);
        return compiled && check(graph as CompiledGraph, walk, 0, compiled, given as Json, context).kind;
      });
      return here === elsewhere
        ? []
        : [`${node.id} (${node.question_type}): ${JSON.stringify(value)} is ${here} here, ${elsewhere} there`];
    });
  });
}

/** An engine of the format that answers the file, such as those of test/domain/importing/oracles. */
export interface Engine {
  isAsked(id: string): boolean | null;
  answer(id: string, value: Json): void;
}

/** Returns questions without a loss that only one of the original and the file in its own engine asks, with these answers. */
export function engineDifferences({ original, losses, result }: RoundTrip, engine: Engine, answers: Answers): string[] {
  const lossy = new Set(losses.map(({ node_id }) => node_id));
  const graph = compileGraph(optional(original));
  const there = new Map((result.graph.nodes as GraphNode[]).map((node) => [node.id, node]));
  const idThere = (id: string) => (engine.isAsked(id) === null ? `q_${id}` : id);
  const found: string[] = [];
  const path = pathOf(graph, (id) => {
    if (!isAsked(graph, id) || lossy.has(id)) return null;
    if (engine.isAsked(idThere(id)) === false) found.push(`${id} is asked only here`);
    const value = answers.get(id) ?? null;
    engine.answer(idThere(id), theirs(value, there.get(idThere(id)), graph.nodes.get(id)?.question.type));
    return value;
  });
  const onPath = new Set(path.visits.map(({ node_id }) => node_id));
  for (const [id, { question }] of graph.nodes)
    if (!question.is_screen && !onPath.has(id) && !lossy.has(id) && engine.isAsked(idThere(id)))
      found.push(`${id} is asked only there`);
  return found;
}
