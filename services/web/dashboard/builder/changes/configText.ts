import type { Change } from "../../../../../shared/domain/graph/shapes/diff.ts";
import type { GraphNode, Json } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/changes.ts";
import { readable } from "../../../ui/readable.ts";
import { titleText } from "../../../ui/titleText.ts";
import { nameOfNode } from "../types/names.ts";
import type { QuestionTable } from "../types/questionTable.ts";

type ConfigChange = Pick<Change, "before" | "after"> & { field: string };
type Item = Record<string, Json>;

interface Place {
  node: GraphNode;
  /** the older node; undefined for a new one */
  older: GraphNode | undefined;
  table: QuestionTable;
}

/** Returns a change of `data.config` as a sentence with the schema's titles and the options' labels. */
export function configText({ field, before, after }: ConfigChange, place: Place): words.Said {
  const { node, older, table } = place;
  const name = words.node(nameOfNode(node));
  const [key = "", ...rest] = field.replace(/^data\.config\./, "").split(".");
  const schema = table.schemaOf(node.question_type)?.properties[key];
  const kind = words.listItems[key];
  if (kind && rest.length > 0) {
    const items = [node, older].flatMap((one) => (one?.data.config?.[key] ?? []) as Item[]);
    return itemText({ field: rest.join("."), before, after }, kind, items, name, schema?.items?.properties);
  }
  if (key === "scoring") return scoringText(rest, before, after, place);
  const label = rest.reduce(
    (title, part) => `${title}, ${readable(part).toLowerCase()}`,
    schema?.title ?? readable(key),
  );
  const standard = rest.length === 0 ? ((schema?.default ?? null) as Json) : null;
  return settingText(label, name, before ?? standard, after ?? standard);
}

function itemText(
  { field, before, after }: ConfigChange,
  [kind, all]: readonly [string, string],
  items: readonly Item[],
  node: string,
  properties: Readonly<Record<string, { title?: string }>> = {},
): words.Said {
  if (field === "order" && Array.isArray(before)) return words.reordered(all, node);
  const keyOf = (item: Item) => String(item?.value ?? item?.key);
  const item = items.find((one) => keyOf(one) === field) ?? items.find((one) => field.startsWith(`${keyOf(one)}.`));
  const label = String(item?.label ?? field);
  if (item && keyOf(item) === field) {
    return after === null ? words.itemRemoved(kind, label, node) : words.itemAdded(kind, label, node);
  }
  const part = field.slice(item ? keyOf(item).length + 1 : 0);
  if (part === "label") return words.itemRenamed(kind, shortText(String(before)), node, shortText(String(after)));
  return settingText(properties[part]?.title ?? readable(part), words.item(kind, label, node), before, after);
}

function scoringText(path: readonly string[], before: Json, after: Json, { node, older, table }: Place): words.Said {
  const name = words.node(nameOfNode(node));
  const [part, option, column] = path;
  if (part !== "points" || option === undefined || column !== undefined)
    return path.length > 0 ? words.changed(words.scoring, name) : settingText(words.scoring, name, before, after);
  const label = [node, older].flatMap((one) => (one && table.factsOf(one).labels.get(option)) ?? []);
  return settingText(words.pointsFor(label[0] ?? option), name, before, after);
}

/** Returns the change of a setting: booleans are enabled or disabled, lists and objects changed. */
export function settingText(what: string, of: string, before: Json, after: Json): words.Said {
  if (typeof before === "boolean" || typeof after === "boolean")
    return after === true ? words.enabled(what, of) : words.disabled(what, of);
  if (isNothing(after)) return words.removed(what, of);
  if (!isScalar(before) || !isScalar(after)) return words.changed(what, of);
  return isNothing(before)
    ? words.set(what, of, valueText(after))
    : words.changedFrom(what, of, valueText(before), valueText(after));
}

const isNothing = (value: Json): boolean => value === null || value === "";
const isScalar = (value: Json): boolean => value === null || typeof value !== "object";
const valueText = (value: Json): string => (typeof value === "string" ? words.quoted(shortText(value)) : String(value));

/** Longest text in a sentence, in characters. */
const lengthLimit = 80;

export function shortText(text: string): string {
  const plain = titleText(text);
  return plain.length > lengthLimit ? `${plain.slice(0, lengthLimit).toWellFormed()}…` : plain;
}
