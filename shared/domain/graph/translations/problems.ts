import type { Keys } from "../../fault.ts";
import { formats } from "../../formats.ts";
import { problemLimit } from "../../limits.ts";
import type { Outline, OutlineNode } from "../outline.ts";
import type { Found } from "../problem.ts";
import type { Reachability } from "../reachability.ts";
import { recallFaultsOf } from "../references.ts";
import type { Graph, ProblemCode, Reason, Texts } from "../types.ts";
import {
  defaultedKeys,
  type FormTexts,
  languagesOf,
  originalsOf,
  sameLanguage,
  translationOf,
} from "./translations.ts";

/** Settings of the form that its translations depend on. A graph alone doesn't have them. */
export interface FormSettings extends FormTexts {
  language?: string;
}

/** Problems of `graph.translations` (features §13), in the order of the languages. */
export function translationProblems(
  graph: Graph,
  outline: Outline,
  reachability: Reachability,
  settings: FormSettings = {},
): Found[] {
  const languages = languagesOf(graph);
  if (languages.length === 0) return [];
  const originals = originalsOf(graph, settings);
  const known = new Set([...originals.keys(), ...defaultedKeys(graph), "title", "closed_message"]);
  const places = recallPlaces(graph, outline, reachability);
  const problems: Found[] = [];
  for (const [index, [tag, texts]] of languages.entries()) {
    const at = ["translations", tag];
    const before = languages.slice(0, index).map(([earlier]) => earlier);
    const fault = tagFault(tag, before, settings.language);
    if (fault) problems.push(problem("bad_translation", "error", fault, at));
    problems.push(...countProblems(tag, texts, originals, known));
    problems.push(...recallProblems(at, texts, originals, places, outline, reachability));
    if (problems.length > 2 * problemLimit) break;
  }
  return problems;
}

function tagFault(tag: string, before: readonly string[], own: string | undefined): Reason | null {
  const isTag = tag.length <= 35 && formats.language?.test(tag);
  if (!isTag) return { kind: "language_invalid", language: tag };
  if (own !== undefined && sameLanguage(tag, own)) return { kind: "language_own", language: tag };
  if (before.some((earlier) => sameLanguage(tag, earlier))) return { kind: "language_repeated", language: tag };
  return null;
}

/** Returns one warning about missing texts of a language, and one about texts that nothing shows. */
function countProblems(
  language: string,
  texts: Texts,
  originals: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): Found[] {
  const missing = [...originals.keys()].filter((key) => translationOf(texts, key) === undefined);
  const unused = Object.keys(texts).filter((key) => !known.has(key) && translationOf(texts, key) !== undefined);
  const at = ["translations", language];
  const warn = (code: ProblemCode, kind: "translations_missing" | "translations_unused", keys: string[]) => {
    const [key] = keys;
    return key === undefined ? [] : [problem(code, "warning", { kind, language, count: keys.length, key }, at)];
  };
  return [
    ...warn("translation_missing", "translations_missing", missing),
    ...warn("translation_unused", "translations_unused", unused),
  ];
}

/** The node at which a text with recalls is shown. `readsOwn`: after its answer. */
interface Place {
  node: OutlineNode;
  readsOwn: boolean;
}

function recallPlaces({ pages = [] }: Graph, outline: Outline, reachability: Reachability): Map<string, Place> {
  const places = new Map<string, Place>();
  const add = (key: string, node: OutlineNode | undefined, readsOwn = false) => {
    if (node && reachability.isReachable(node.at) && !places.has(key)) places.set(key, { node, readsOwn });
  };
  for (const page of pages)
    for (const name of ["title", "description"])
      add(`page.${page.id}.${name}`, outline.byId.get(page.node_ids[0] ?? ""));
  for (const node of outline.nodes) {
    for (const name of ["title", "description"]) add(`${node.id}.${name}`, node);
    for (const at of (node.source.data?.valid_if ?? []).keys()) add(`${node.id}.valid_if.${at}`, node, true);
  }
  return places;
}

/** Reports recalls that the original lacks, which has its own problems. Stops at the most that an analysis lists. */
function recallProblems(
  at: Keys,
  texts: Texts,
  originals: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Place>,
  outline: Outline,
  reachability: Reachability,
): Found[] {
  const problems: Found[] = [];
  for (const [key, text] of Object.entries(texts)) {
    const place = places.get(key);
    if (!place || !text.includes("{{")) continue;
    const faultsOf = (shown: string) => recallFaultsOf(shown, place.node, outline, reachability, place.readsOwn);
    const known = new Set(faultsOf(originals.get(key) ?? "").map((reason) => JSON.stringify(reason)));
    const own = faultsOf(text).filter((reason) => !known.has(JSON.stringify(reason)));
    for (const reason of own) problems.push(problem("condition_ref", "error", reason, [...at, key], place.node));
    if (problems.length >= problemLimit) break;
  }
  return problems;
}

const problem = (
  code: ProblemCode,
  severity: "error" | "warning",
  reason: Reason,
  at: Keys,
  node?: OutlineNode,
): Found => ({ code, severity, ...(node && { node_id: node.id }), at, reason, example: null });
