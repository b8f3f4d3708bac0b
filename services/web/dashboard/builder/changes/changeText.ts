import type { Change } from "../../../../../shared/domain/graph/shapes/diff.ts";
import type { Graph, Json, Page } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/changes.ts";
import { englishName } from "../../../ui/languageNames.ts";
import { readCondition } from "../conditions/read.ts";
import { sentenceOf } from "../conditions/sentence.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { configText, settingText, shortText } from "./configText.ts";

/** Two states of a form. */
export interface Compared {
  older: Graph;
  newer: Graph;
  table: QuestionTable;
}

/** Returns a change as a sentence: `Option “Burger” added to “Main course”`. */
export const changeText = (change: Change, compared: Compared): string => textOf(said(change, compared));

const textOf = (text: words.Said): string => (typeof text === "string" ? text : text.text);

function said(change: Change, compared: Compared): words.Said {
  if (change.subject === "form") return formText(change, compared);
  return change.subject === "node" ? nodeText(change, compared) : ruleText(change, compared);
}

export interface ChangeLine {
  text: string;
  /** both values, if one replaced the other */
  step: words.Step | null;
  kind: Change["change"];
  /** why it is breaking; null if it isn't */
  why: string | null;
}

/** Returns each sentence once: every rule that moved says that the rules were reordered. */
export function changeLines(changes: readonly Change[], compared: Compared): ChangeLine[] {
  const lines = new Map<string, ChangeLine>();
  for (const change of changes) {
    const one = said(change, compared);
    const text = textOf(one);
    const why = lines.get(text)?.why ?? breakingText(change, compared);
    lines.set(text, { text, step: typeof one === "string" ? null : one, kind: change.change, why });
  }
  return [...lines.values()];
}

/** Returns why answers of the two versions can't be compared, or null if they can. */
export function breakingText({ impact, field, node_id }: Change, { older, table }: Compared): string | null {
  if (impact !== "breaking") return null;
  const node = nodeIn(older, node_id ?? "");
  if (field === null) return node && table.factsOf(node).isScreen ? words.why.screenRemoved : words.why.nodeRemoved;
  if (field === "question_type") return words.why.type;
  if (/^(data\.config\.scoring|calculations)\b/.test(field)) return words.why.scoring;
  return /^data\.config\.(options|columns|rows)\b/.test(field) ? words.why.choice : words.why.scale;
}

function nodeText({ node_id, change, field, before, after }: Change, compared: Compared): words.Said {
  const { older, newer, table } = compared;
  const id = node_id ?? "";
  const node = nodeIn(newer, id) ?? nodeIn(older, id);
  const name = nameIn(id, newer, older);
  if (!node) return words.changed(words.title, name);
  const kind = words.kinds[table.factsOf(node).isScreen ? "screen" : "question"];
  if (field === null) return change === "added" ? words.nodeAdded(kind, name) : words.nodeRemoved(kind, name);
  switch (field) {
    case "question_type":
      return words.typeChanged(name, readable(String(before)), readable(String(after)));
    case "data.title":
      return before && after
        ? words.renamed(kind, newer.nodes.indexOf(node) + 1, shortText(String(before)), shortText(String(after)))
        : settingText(words.title, name, before, after);
    case "data.description":
      return settingText(words.description, name, before, after);
    case "data.is_required":
      return after ? words.nowRequired(name) : words.nowOptional(name);
    case "data.is_personal":
      return after ? words.nowPersonal(name) : words.notPersonal(name);
    case "order":
      return words.nodeMoved(name, Number(before) + 1, Number(after) + 1);
    default:
      return configText({ field, before, after }, { node, older: nodeIn(older, id), table });
  }
}

/** Returns the newer name, or the older one of a removed node. */
function nameIn(id: Json, ...graphs: Graph[]): string {
  const node = graphs.map((graph) => nodeIn(graph, String(id))).find((one) => one !== undefined);
  return node ? words.node(nameOfNode(node)) : words.unknown(String(id));
}

function ruleText(change: Change, { older, newer, table }: Compared): words.Said {
  const { node_id, edge_index, field, before, after } = change;
  const name = (id: Json) => nameIn(id, newer, older);
  const node = name(node_id);
  const condition = (of: Graph, raw: Json) =>
    raw === null ? null : sentenceOf(readCondition(raw), { graph: of, from: node_id ?? "", table });
  if (field === null) {
    const [graph, edge] = change.change === "added" ? [newer, after] : [older, before];
    const { to, condition: raw } = edge as { to: string; condition: Json };
    const rule = words.rule(condition(graph, raw), nameIn(to, graph, newer));
    return change.change === "added" ? words.ruleAdded(node, rule) : words.ruleRemoved(node, rule);
  }
  const target = name(newer.edges[edge_index ?? -1]?.to ?? null);
  if (field === "to") return words.ruleTarget(node, name(before), name(after));
  if (field === "from") return words.ruleSource(target, name(before), name(after));
  if (field === "condition")
    return words.ruleCondition(node, target, condition(older, before), condition(newer, after));
  return field === "order" ? words.rulesReordered(node) : words.ruleId(node);
}

/** `calculations.<key>` is the whole score, `calculations.<key>.bands` a part of it. */
function scoreText({ field, before, after }: Change, { older, newer }: Compared): words.Said {
  const [, key = "", part] = (field ?? "").split(".");
  const score = [newer, older].flatMap(({ calculations = [] }) => calculations).find((one) => one.key === key);
  const name = score?.title || key;
  if (part === undefined) return before === null ? words.scoreAdded(name) : words.scoreRemoved(name);
  if (part === "title") return words.scoreRenamed(String(before), String(after));
  return words.scoreChanged[part as keyof typeof words.scoreChanged]?.(name) ?? words.changed(part, name);
}

/** `pages.<id>` */
function pageText({ before, after }: Change): string {
  const [old, now] = [before, after] as unknown as (Page | null)[];
  return words.page[howOf(old, now)](now?.title || old?.title || null);
}

/** Returns what happened to a part of the form as a whole. */
function howOf(before: unknown, after: unknown): "added" | "removed" | "changed" {
  if (before === null) return "added";
  return after === null ? "removed" : "changed";
}

/** `translations.<tag>` is a whole language, `translations.<tag>.<key>` a text of it. */
function translationText({ field, before, after }: Change): string {
  const [, tag = "", key] = (field ?? "").split(".");
  return words.language[key === undefined ? howOf(before, after) : "changed"](englishName(tag));
}

function formText(change: Change, { older, newer, table }: Compared): words.Said {
  const { field, before, after } = change;
  if (field?.startsWith("calculations.")) return scoreText(change, { older, newer, table });
  if (field?.startsWith("pages.")) return pageText(change);
  if (field?.startsWith("translations.")) return translationText(change);
  const name = (id: Json) => (id === null ? null : nameIn(id, newer, older));
  if (field === "markup") return words.markup[after === null ? "off" : "on"];
  if (field === "title") return words.formRenamed(shortText(String(before)), shortText(String(after)));
  if (field === "entry_node_id") return words.entry(name(after));
  if (field === "fallback_end_node_id") return words.fallback(name(after));
  const [old, now] = [before, after].map((keys) => (Array.isArray(keys) ? keys.map(String) : []));
  const added = (now ?? []).filter((key) => !old?.includes(key));
  const removed = (old ?? []).filter((key) => !now?.includes(key));
  if (added.length > 0 && removed.length > 0) return words.hiddenBoth(added, removed);
  if (removed.length > 0) return words.hiddenRemoved(removed);
  return added.length > 0 ? words.hiddenAdded(added) : words.hiddenReordered;
}
