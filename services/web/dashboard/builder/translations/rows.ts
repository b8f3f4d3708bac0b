import type { TranslationState } from "../../../../../shared/api/shapes/translations.ts";
import { recallPattern } from "../../../../../shared/domain/graph/recalls.ts";
import {
  type FormTexts,
  originalsOf,
  translationLimit,
  translationOf,
} from "../../../../../shared/domain/graph/translations/translations.ts";
import type { Graph, Texts } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { nameOfNode } from "../types/names.ts";

/** A text to translate. */
export interface TextRow {
  key: string;
  label: string;
  source: string;
  /** characters */
  limit: number;
  /** texts with line breaks; in others, Enter goes to the next field */
  hasLines: boolean;
}

/** The texts of a question, a page, a score or the form. */
export interface TextGroup {
  id: string;
  /** with inserts as they are stored */
  title: string;
  /** of the question, from 1; null for the rest */
  number: number | null;
  questionType: string | null;
  /** the node to preview, or null */
  nodeId: string | null;
  rows: readonly TextRow[];
}

/** Returns all texts of a form in the order of its questions, with a group for each of them. */
export function groupsOf(graph: Graph, form: FormTexts): TextGroup[] {
  const nodes = new Map(graph.nodes.map((node, at) => [node.id, { node, number: at + 1 }]));
  const grouped = Map.groupBy(originalsOf(graph, form), ([key]) => ownerOf(key));
  return [...grouped].map(([id, entries]) => {
    const found = nodes.get(id);
    const first = entries[0]?.[1] ?? "";
    return {
      id,
      title: found ? found.node.data?.title?.trim() || nameOfNode(found.node) : titleOf(id, first),
      number: found?.number ?? null,
      questionType: found?.node.question_type ?? null,
      nodeId: found?.node.id ?? firstOfPage(graph, id),
      rows: rowsOf(entries),
    };
  });
}

const ofForm = "";

/** A node's ID, `page.<id>`, `calculation.<key>`, or empty for the form. Node IDs have no dots. */
function ownerOf(key: string): string {
  const [first = "", second] = key.split(".");
  if (second === undefined) return ofForm;
  return first === "page" || first === "calculation" ? `${first}.${second}` : first;
}

function titleOf(id: string, first: string): string {
  if (id === ofForm) return words.ofForm;
  return id.startsWith("page.") ? words.pageTitle(first) : words.scoreTitle(first);
}

const firstOfPage = ({ pages = [] }: Graph, id: string): string | null =>
  pages.find((page) => `page.${page.id}` === id)?.node_ids[0] ?? null;

/** Numbers options, rows and columns in their order. */
function rowsOf(entries: readonly [string, string][]): TextRow[] {
  const numbers = new Map<string, number>();
  const numberIn = (list: string, item: string) => {
    const of = `${list}.${item}`;
    const count = [...numbers.keys()].filter((one) => one.startsWith(`${list}.`)).length;
    if (!numbers.has(of)) numbers.set(of, count + 1);
    return numbers.get(of) ?? 1;
  };
  return entries.map(([key, source]) => ({
    key,
    source,
    label: labelOf(key, numberIn),
    limit: translationLimit(key),
    hasLines: key.endsWith(".description") || source.includes("\n"),
  }));
}

type NumberIn = (list: string, item: string) => number;

function labelOf(key: string, numberIn: NumberIn): string {
  const parts = key.split(".");
  const [name = "", item = "", part] = parts.slice(ownerOf(key) === ofForm ? 0 : ownerOf(key).split(".").length);
  if (name === "labels") return words.labels[item as keyof typeof words.labels] ?? key;
  if (Object.hasOwn(words.numbered, name)) {
    const number = name === "valid_if" ? Number(item) + 1 : numberIn(name, item);
    return words.numbered[name as keyof typeof words.numbered](number, part === "alt");
  }
  return words.fields[name as keyof typeof words.fields] ?? key;
}

export type TextStatus = "missing" | "changed" | "done";

/** Originals of a language that changed since they were translated, as the service knows them. */
export interface Changes {
  /** by key */
  originals: TranslationState["changed"][string];
  /** the language's texts when the service was asked: an edited text is no longer outdated */
  texts: Texts;
}

export const noChanges: Changes = { originals: {}, texts: {} };

/** Returns the original that a translation is of, if it has changed since. */
export function changedSince(row: TextRow, texts: Texts, { originals, texts: before }: Changes) {
  const original = Object.hasOwn(originals, row.key) ? originals[row.key] : undefined;
  if (!original || original.source === row.source || texts[row.key] !== before[row.key]) return null;
  return original;
}

export function statusOf(row: TextRow, texts: Texts, changes: Changes): TextStatus {
  if (translationOf(texts, row.key) === undefined) return "missing";
  return changedSince(row, texts, changes) ? "changed" : "done";
}

export interface Counts {
  all: number;
  missing: number;
  changed: number;
}

export function countsOf(groups: readonly TextGroup[], texts: Texts, changes: Changes): Counts {
  const counts = { all: 0, missing: 0, changed: 0 };
  for (const row of groups.flatMap(({ rows }) => rows)) {
    const status = statusOf(row, texts, changes);
    counts.all += 1;
    if (status !== "done") counts[status] += 1;
  }
  return counts;
}

/** Whole percent, 100 only if nothing is to do. */
export const percentOf = ({ all, missing, changed }: Counts): number =>
  all === 0 ? 100 : Math.floor((100 * (all - missing - changed)) / all);

export type Filter = "all" | "todo" | "missing" | "changed";

/**
 * Returns the groups with the rows to show. `kept` stay although they match no longer: a text being translated doesn't vanish under
 * the hands.
 */
export function filtered(
  groups: readonly TextGroup[],
  { filter, search }: { filter: Filter; search: string },
  texts: Texts,
  changes: Changes,
  kept: ReadonlySet<string>,
): TextGroup[] {
  const wanted = search.trim().toLocaleLowerCase();
  const isFound = ({ source, key }: TextRow) =>
    wanted === "" || [source, texts[key] ?? ""].some((text) => text.toLocaleLowerCase().includes(wanted));
  const isShown = (row: TextRow) => {
    const status = statusOf(row, texts, changes);
    return filter === "all" || kept.has(row.key) || (filter === "todo" ? status !== "done" : status === filter);
  };
  if (filter === "all" && wanted === "") return [...groups];
  return groups.flatMap((group) => {
    const rows = group.rows.filter((row) => isShown(row) && isFound(row));
    return rows.length > 0 ? [{ ...group, rows }] : [];
  });
}

/** Returns the inserts of the original that its translation lacks. */
export const missingInserts = (source: string, text: string): string[] =>
  [...new Set(source.match(recallPattern))].filter((one) => !text.includes(one));

/** Returns the inserts of a translation that its original lacks. */
export const foreignInserts = (source: string, text: string): string[] => missingInserts(text, source);
