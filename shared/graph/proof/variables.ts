import type { CheckContext, Domain } from "../../questions/question.ts";
import { leavesOf, leftOf } from "../conditions.ts";
import { domainOf } from "../domains.ts";
import { compileCondition, type WalkView } from "../evaluate.ts";
import type { Outline, OutlineEdge } from "../outline.ts";
import type { Comparison, Condition, Json, Operand } from "../types.ts";
import { candidatesOf } from "./candidates.ts";
import { otherText } from "./lists.ts";
import type { ScoreRange } from "./scoreRange.ts";

/** What conditions read: an answer (whatever `path`), the score or a hidden field; with the ways in which it can be. */
export interface Variable {
  key: string;
  left: Operand;
  ways: Way[];
}

/** One way a variable can be. */
export interface Way {
  /** null: unanswered */
  value: Json | null;
  /** For a text that no comparison names: what the opaque comparisons say of it, by `opaqueKey`. */
  opaque: ReadonlyMap<string, boolean> | null;
}

const opaqueLimit = 6;

export const keyOf = (left: Operand): string =>
  left.type === "score" ? "score" : left.type === "hidden" ? `hidden ${left.key}` : `answer ${left.node_id}`;

/** All comparisons of some edges by what they read. */
export function comparisonsByKey(
  edges: readonly OutlineEdge[],
): Map<string, { left: Operand; comparison: Comparison }[]> {
  const all = edges.flatMap((edge) =>
    edge.condition && edge.from
      ? leavesOf(edge.condition).map((comparison) => ({ left: leftOf(comparison, edge.from?.id ?? ""), comparison }))
      : [],
  );
  return Map.groupBy(all, ({ left }) => keyOf(left));
}

/** null: its ways are too many to list, or its question is not known. `canBeUnanswered` adds that way. */
export function variableOf(
  key: string,
  read: readonly { left: Operand; comparison: Comparison }[],
  outline: Outline,
  score: ScoreRange,
  canBeUnanswered: boolean,
): Variable | null {
  const left = read[0]?.left;
  if (!left) return null;
  const domain: Domain | null =
    left.type === "score"
      ? { family: "num", min: score.least, max: score.most, step: 1 }
      : domainOf(left, outline.questions);
  if (!domain) return null;
  const paths = read.map(({ left, comparison }) => ({ ...comparison, ...("path" in left && { path: left.path }) }));
  const values = candidatesOf(domain, paths)?.filter((value) => isAccepted(value, left, domain, outline));
  const ways =
    values &&
    withOpaque(
      values,
      read.map(({ comparison }) => comparison),
      domain,
    );
  if (!ways) return null;
  return { key, left, ways: canBeUnanswered ? [{ value: null, opaque: null }, ...ways] : ways };
}

const anyDay: CheckContext = { today: "2000-01-01", isIssuedFile: () => true };

/** A named text that the question refuses is none of its answers. */
function isAccepted(value: Json, left: Operand, domain: Domain, outline: Outline): boolean {
  if (domain.family !== "text" || left.type !== "answer" || value === otherText) return true;
  return outline.questions.get(left.node_id)?.check(value, anyDay).kind === "answer";
}

const opaqueOps: ReadonlySet<string> = new Set([
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "matches",
  "length_gte",
  "length_lte",
]);

/** `not_contains` is opaque with `contains`: what one says the other denies. */
export function opaqueKey({ op, right, ci }: Comparison): string | null {
  if (!opaqueOps.has(op)) return null;
  return JSON.stringify([op === "not_contains" ? "contains" : op, right, ci === true]);
}

function withOpaque(values: Json[], comparisons: Comparison[], domain: Domain): Way[] | null {
  const plain = values.map((value) => ({ value, opaque: null }));
  const opaque = new Map(comparisons.map((comparison) => [opaqueKey(comparison), comparison]));
  opaque.delete(null);
  if (domain.family !== "text" || opaque.size === 0) return plain;
  const [measured, free] = partition([...opaque] as [string, Comparison][]);
  if (free.length > opaqueLimit) return null;
  const named = plain.filter(({ value }) => value !== otherText);
  const said = lengthsOf(measured).flatMap((length) =>
    Array.from({ length: 2 ** free.length }, (_, bits) => [
      ...measured.map(([key, { op, right }]) => [
        key,
        op === "length_gte" ? length >= Number(right) : length <= Number(right),
      ]),
      ...free.map(([key], at) => [key, (bits & (1 << at)) !== 0]),
    ]),
  );
  return [...named, ...said.map((pairs) => ({ value: otherText, opaque: new Map(pairs as [string, boolean][]) }))];
}

/** A text's length is known as any number is; what it contains or matches may be so or not. */
function partition(opaque: [string, Comparison][]): [[string, Comparison][], [string, Comparison][]] {
  const isLength = ([, { op }]: [string, Comparison]) => op.startsWith("length_");
  return [opaque.filter(isLength), opaque.filter((entry) => !isLength(entry))];
}

/** Lengths that stand for all: an answer has at least one character. */
function lengthsOf(measured: [string, Comparison][]): number[] {
  const near = measured.flatMap(([, { right }]) => [Number(right) - 1, Number(right), Number(right) + 1]);
  return [...new Set([1, ...near])].filter((length) => length >= 1);
}

/** A condition over the ways of variables; `undefined` where it depends on what is not among them. */
export type Truth = (ways: ReadonlyMap<string, Way>) => boolean | undefined;

export function truthOf(condition: Condition, fromNodeId: string, outline: Outline): Truth {
  const inner = (part: Condition) => truthOf(part, fromNodeId, outline);
  if ("all" in condition) {
    const parts = condition.all.map(inner);
    return (ways) => every(parts.map((part) => part(ways)));
  }
  if ("any" in condition) {
    const parts = condition.any.map(inner);
    return (ways) => not(every(parts.map((part) => not(part(ways)))));
  }
  if ("not" in condition) {
    const part = inner(condition.not);
    return (ways) => not(part(ways));
  }
  return comparisonTruth(condition, fromNodeId, outline);
}

const not = (truth: boolean | undefined) => (truth === undefined ? undefined : !truth);
const every = (truths: (boolean | undefined)[]) =>
  truths.includes(false) ? false : truths.includes(undefined) ? undefined : true;

function comparisonTruth(comparison: Comparison, fromNodeId: string, outline: Outline): Truth {
  const left = leftOf(comparison, fromNodeId);
  const key = keyOf(left);
  const opaque = opaqueKey(comparison);
  const holds = compileCondition(comparison, fromNodeId, outline.questions);
  const known = new Map<Way, boolean>();
  return (ways) => {
    const way = ways.get(key);
    if (!way) return undefined;
    const said = opaque === null ? undefined : way.opaque?.get(opaque);
    if (said !== undefined) return comparison.op === "not_contains" ? !said : said;
    const truth = known.get(way) ?? holds(viewOf(left, way.value));
    known.set(way, truth);
    return truth;
  };
}

function viewOf(left: Operand, value: Json | null): WalkView {
  return {
    answer: (node_id) => (left.type === "answer" && left.node_id === node_id ? value : null),
    score: left.type === "score" ? Number(value) : 0,
    hidden: left.type === "hidden" && value !== null ? { [left.key]: String(value) } : {},
  };
}
