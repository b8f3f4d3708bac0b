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

/** Everybody who reads public results can read the form's conditions. */
export function askedOf(graph: Graph, all: Questions): AskedOf {
  const questions = new Map(all.map(({ node, question }) => [node.id, question]));
  const shown = all.flatMap(({ node, question }) => givenOf(node.id, shownIf(node, question)));
  const passed = graph.edges.flatMap(({ from, condition }) => givenOf(from, condition));
  const readers = Map.groupBy([...shown, ...passed].flatMap(readingsOf), ({ of }) => of);
  const shows = new Map(shown.map((given) => [given.from, given.condition]));
  const edges = Map.groupBy(graph.edges, ({ from }) => from);
  const kept = new Map<string, Asked[]>();
  return ({ node_id, row, question_type }) => {
    const key = keyOf(node_id, row);
    const groups = kept.get(key) ?? (question_type === "ranking" ? [] : groupsOf(node_id, row));
    kept.set(key, groups);
    return groups;
  };

  function groupsOf(nodeId: string, row: string | null): Asked[] {
    const question = questions.get(nodeId);
    const read = readers.get(keyOf(nodeId, row));
    if (!question || !read) return [];
    const conditions = possibles(read, questions);
    const known = new Map<string, ReadonlySet<string>>();
    return [...valuesIn(question), undefined].map((value) => {
      const can = conditions(viewOf(question, row, value));
      // most values match the same comparisons
      const text = JSON.stringify([...can.values()]);
      const nodes = known.get(text) ?? reached(can);
      known.set(text, nodes);
      return { value, nodes };
    });
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
}

const readingsOf = ({ from, condition }: Given): Reader[] =>
  leavesOf(condition).flatMap((leaf) => {
    const left = leftOf(leaf, from);
    return left.type === "answer" ? [{ from, condition, leaf, of: keyOf(left.node_id, left.path ?? null) }] : [];
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
