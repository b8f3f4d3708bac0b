import { leavesOf, leftOf } from "../../../shared/domain/graph/conditions.ts";
import type { Questions as Compiled } from "../../../shared/domain/graph/domains.ts";
import { compileCondition, type WalkView } from "../../../shared/domain/graph/evaluate.ts";
import { shownIf } from "../../../shared/domain/graph/guards.ts";
import type { Comparison, Condition, Graph, Json } from "../../../shared/domain/graph/types.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { stepBuckets } from "../insights/buckets.ts";
import { valuesOf } from "../insights/tabulate.ts";
import type { Questions } from "../insights/view.ts";
import type { PartKey } from "./parts.ts";

/** The people who gave one answer to a question, or to a row of a matrix, and whom the form asks more because of it. Pure. */
export interface Asked {
  /** an option; null for other text, undefined for those who didn't answer */
  value: string | null | undefined;
  /** nodes that may be asked of them */
  nodes: ReadonlySet<string>;
}

/** Returns the groups of a question with one choice, or of a scale. None if no condition reads it. */
export type AskedOf = (part: Pick<PartKey, "node_id" | "row" | "question_type">) => Asked[];

/** No option has this value. */
const otherText = "\0";

/** Nodes of all groups of a form that are compared, so that no reading takes a long turn. Later questions count as asking everybody the same. */
const mostNodes = 100_000;

/** Everybody who reads public results can read the form's conditions. In short steps. */
export function* askedOf(graph: Graph, all: Questions): Generator<void, AskedOf> {
  const questions = new Map(all.map(({ node, question }) => [node.id, question]));
  const shown = all.flatMap(({ node, question }) => givenOf(node.id, shownIf(node, question)));
  const passed = graph.edges.flatMap(({ from, condition }) => givenOf(from, condition));
  const readers = Map.groupBy([...shown, ...passed].flatMap(readingsOf), ({ of }) => of);
  const shows = new Map(shown.map((given) => [given.from, given.condition]));
  const edges = Map.groupBy(graph.edges, ({ from }) => from);
  const known = new Map<string, Asked[]>();
  let compared = 0;
  for (const [key, read] of readers) {
    const [nodeId] = JSON.parse(key) as [string];
    const question = questions.get(nodeId);
    const groups = question ? yield* groupsOf(question, read) : [];
    for (const nodes of new Set(groups.map(({ nodes }) => nodes))) compared += nodes.size;
    if (compared <= mostNodes) known.set(key, groups);
  }
  return ({ node_id, row, question_type }) =>
    question_type === "ranking" ? [] : (known.get(keyOf(node_id, row)) ?? []);

  function* groupsOf(question: CompiledQuestion, read: readonly Reader[]): Generator<void, Asked[]> {
    const conditions = possibles(read, questions);
    const found = new Map<string, ReadonlySet<string>>();
    const groups: Asked[] = [];
    for (const value of [...valuesIn(question), undefined]) {
      const can = conditions(viewOf(question, read[0]?.row ?? null, value));
      // most values match the same comparisons
      const text = JSON.stringify([...can.values()]);
      const nodes = found.get(text) ?? reached(can);
      found.set(text, nodes);
      groups.push({ value, nodes });
      yield;
    }
    return groups;
  }

  function reached(can: ReadonlyMap<unknown, Possible>): Set<string> {
    const possible = (condition: unknown) => can.get(condition) ?? { true: true, false: (condition ?? null) !== null };
    const found = new Set([graph.entry_node_id ?? ""]);
    for (const id of found)
      for (const { to, condition } of edges.get(id) ?? []) {
        const follows = possible(condition);
        if (follows.true) found.add(to);
        if (!follows.false) break;
      }
    return new Set([...found].filter((id) => possible(shows.get(id)).true));
  }
}

/** A condition and the node that it stands at. */
interface Given {
  from: string;
  condition: Condition;
}

const givenOf = (from: string, condition: unknown): Given[] =>
  (condition ?? null) === null ? [] : [{ from, condition: condition as Condition }];

interface Reader extends Given {
  leaf: Comparison;
  /** the answer that the comparison reads */
  of: string;
  row: string | null;
}

const readingsOf = ({ from, condition }: Given): Reader[] =>
  leavesOf(condition).flatMap((leaf) => {
    const left = leftOf(leaf, from);
    if (left.type !== "answer") return [];
    const row = left.path ?? null;
    return [{ from, condition, leaf, of: keyOf(left.node_id, row), row }];
  });

const keyOf = (nodeId: string, row: string | null): string => JSON.stringify([nodeId, row]);

/** Returns what the conditions that read an answer can be with it. */
function possibles(read: readonly Reader[], questions: Compiled): (view: WalkView) => Map<Condition, Possible> {
  const tests = read.map(({ from, leaf }) => ({ leaf, matches: compileCondition(leaf, from, questions) }));
  const conditions = new Set(read.map(({ condition }) => condition));
  return (view) => {
    const known = new Map(tests.map(({ leaf, matches }) => [leaf, matches(view)]));
    return new Map([...conditions].map((condition) => [condition, possible(condition, known)]));
  };
}

/** Possible results of a condition of which only some comparisons are known. */
interface Possible {
  true: boolean;
  false: boolean;
}

function possible(condition: Condition, known: ReadonlyMap<Comparison, boolean>): Possible {
  if ("not" in condition) {
    const inner = possible(condition.not, known);
    return { true: inner.false, false: inner.true };
  }
  if ("all" in condition) {
    const parts = condition.all.map((part) => possible(part, known));
    return { true: parts.every((part) => part.true), false: parts.some((part) => part.false) };
  }
  if ("any" in condition) {
    const parts = condition.any.map((part) => possible(part, known));
    return { true: parts.some((part) => part.true), false: parts.every((part) => part.false) };
  }
  const is = known.get(condition);
  return { true: is !== false, false: is !== true };
}

/** Options, or the steps of a scale. Other numbers, and several choices, divide respondents in too many ways. */
function valuesIn({ type, domain }: CompiledQuestion): readonly (string | null)[] {
  if (domain?.family === "row") return domain.columns;
  if (domain?.family === "num")
    return type === "number" ? [] : (stepBuckets(new Map(), domain) ?? []).map(({ from }) => String(from));
  if (!domain || (domain.family === "many" && domain.max > 1)) return [];
  return "open" in domain && domain.open ? [...valuesOf(domain), null] : valuesOf(domain);
}

/** A walk of which only this answer is known. */
function viewOf({ domain }: CompiledQuestion, row: string | null, value: Asked["value"]): WalkView {
  const answer = value === undefined ? null : jsonOf(domain?.family, row, value ?? otherText);
  return { answer: () => answer, score: 0, hidden: {} };
}

function jsonOf(family: string | undefined, row: string | null, value: string): Json {
  if (row !== null) return { [row]: value };
  if (family === "num") return Number(value);
  return family === "many" ? [value] : value;
}
