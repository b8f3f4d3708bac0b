import { isObject } from "../../json.ts";
import { defaults } from "../../questions/defaults.ts";
import type { Calculation, Graph, GraphNode, MarkupKind, NodeData, Page } from "../types.ts";

/**
 * Texts that respondents read, by the keys of `graph.translations` (features §13), such as `q1.title` and `q1.options.a`. Any part of
 * a draft can be invalid, and parts of the wrong type have no texts.
 */

/** Gets each text and returns the one to use instead. `text` is undefined if it is absent. */
export type Replace = (key: string, text: string | undefined, facts?: Facts) => string | undefined;

interface Facts {
  /** something else is shown for an absent text, so a translation of it counts */
  hasDefault?: boolean;
  /** how the text is marked up in forms with markup (wants §21.1); absent for texts that stay plain */
  markup?: MarkupKind | undefined;
}

/** These names begin the keys of pages and calculations, so nodes with these IDs have none. */
const reserved: ReadonlySet<string> = new Set(["page", "calculation"]);

/** Returns a copy of the graph with other texts, in the order of the graph. */
export function withTexts(graph: Graph, replace: Replace): Graph {
  const seen = new Set<string>();
  const isFirst = (id: string) => !seen.has(id) && Boolean(seen.add(id));
  return {
    ...graph,
    nodes: graph.nodes.map((node) =>
      reserved.has(node.id) || !isFirst(node.id) ? node : nodeWithTexts(node, within(replace, node.id)),
    ),
    ...(graph.pages && { pages: graph.pages.map((page) => pageWithTexts(page, within(replace, `page.${page.id}`))) }),
    ...(graph.calculations && {
      calculations: graph.calculations.map((calculation) =>
        calculationWithTexts(calculation, within(replace, `calculation.${calculation.key}`)),
      ),
    }),
  };
}

const within =
  (replace: Replace, prefix: string): Replace =>
  (key, ...text) =>
    replace(`${prefix}.${key}`, ...text);

function nodeWithTexts(node: GraphNode, replace: Replace): GraphNode {
  const data: NodeData = withMembers(node.data ?? {}, { title: "title", description: "description" }, replace);
  const { image, valid_if, config } = data;
  return {
    ...node,
    data: {
      ...data,
      ...(isObject(image) && { image: withMembers(image, { alt: "image_alt" }, replace) }),
      ...(Array.isArray(valid_if) && {
        valid_if: valid_if.map((rule, at) => withMembers(rule, { message: `valid_if.${at}` }, replace)),
      }),
      ...configWithTexts(node.question_type, config, replace),
    },
  };
}

const configTexts = {
  button_text: "button_text",
  add_label: "add_label",
  placeholder: "placeholder",
  yes_label: "yes_label",
  no_label: "no_label",
  unit: "unit",
};
const scaleTexts = { left: "labels.left", center: "labels.center", right: "labels.right" };

function configWithTexts(type: string, given: unknown, replace: Replace): Pick<NodeData, "config"> {
  const ofType: Record<string, unknown> = Object.hasOwn(defaults, type) ? defaults[type as keyof typeof defaults] : {};
  const config = isObject(given) ? given : {};
  const shown = withMembers(config, configTexts, replace, (key) => typeof ofType[key] === "string");
  const { labels } = config;
  const all = {
    ...shown,
    ...(isObject(labels) && { labels: withMembers(labels, scaleTexts, replace) }),
    ...optionsWithTexts(config.options, ofType.options, replace),
    ...listWithTexts(config, "rows", "key", replace),
    ...listWithTexts(config, "columns", "value", replace),
    ...fieldsWithTexts(config.fields, replace),
  };
  // an absent config stays absent
  return isObject(given) || Object.keys(all).length > 0 ? { config: all } : {};
}

/** Writes out default options only for their translations. */
function optionsWithTexts(options: unknown, byDefault: unknown, replace: Replace): { options?: unknown[] } {
  if (Array.isArray(options)) return { options: options.map((option) => optionWithTexts(option, replace)) };
  if (options !== undefined || !Array.isArray(byDefault)) return {};
  const items = byDefault.map((option) => ({
    ...option,
    label: replace(`options.${option.value}`, undefined, { hasDefault: true }),
  }));
  if (items.every(({ label }) => label === undefined)) return {};
  return { options: byDefault.map((option, at) => ({ ...option, label: items[at]?.label ?? option.label })) };
}

function optionWithTexts(option: unknown, replace: Replace): unknown {
  if (!isObject(option) || typeof option.value !== "string") return option;
  const key = `options.${option.value}`;
  return withMembers(option, { label: key, alt: `${key}.alt` }, replace);
}

function listWithTexts(config: Record<string, unknown>, list: string, name: string, replace: Replace) {
  const items = config[list];
  if (!Array.isArray(items)) return {};
  const shown = items.map((item) =>
    isObject(item) && typeof item[name] === "string"
      ? withMembers(item, { label: `${list}.${item[name]}` }, replace)
      : item,
  );
  return { [list]: shown };
}

/** A field has the texts of its question, below its own key. */
function fieldsWithTexts(fields: unknown, replace: Replace): { fields?: unknown[] } {
  if (!Array.isArray(fields)) return {};
  return {
    fields: fields.map((field) => {
      if (!isObject(field) || typeof field.key !== "string") return field;
      const key = `fields.${field.key}`;
      const { question_type: type, config } = field;
      return {
        ...withMembers(field, { title: key }, replace),
        ...configWithTexts(typeof type === "string" ? type : "", config, within(replace, key)),
      };
    }),
  };
}

const pageWithTexts = (page: Page, replace: Replace): Page =>
  withMembers(page, { title: "title", description: "description" }, replace);

/** A calculation without a title, or a band without a label, is shown with its key. */
function calculationWithTexts(calculation: Calculation, replace: Replace): Calculation {
  // both are names, never markup
  const named: Replace = (key, text, facts) => replace(key, text, { ...facts, markup: undefined });
  const titled = withMembers(calculation, { title: "title" }, named, () => true);
  const { bands } = calculation;
  if (!bands) return titled;
  return {
    ...titled,
    bands: bands.map((band) => withMembers(band, { label: `bands.${band.key}` }, named, () => true)),
  };
}

/** How a member is marked up. The others say something only to screen readers, or are in buttons and fields. */
const kinds: ReadonlyMap<string, MarkupKind> = new Map([
  ["title", "line"],
  ["description", "blocks"],
  ["label", "line"],
  ["message", "line"],
]);

/** Replaces members of an object by their keys. An absent member stays absent, unless its default is replaced. */
function withMembers<T extends object>(
  object: T,
  keys: Readonly<Record<string, string>>,
  replace: Replace,
  hasDefault: (member: string) => boolean = () => false,
): T {
  if (!isObject(object)) return object;
  const replaced: Record<string, string> = {};
  for (const [member, key] of Object.entries(keys)) {
    const text = Object.hasOwn(object, member) ? object[member] : undefined;
    if (text !== undefined && typeof text !== "string") continue;
    const isAbsent = isBlank(text);
    if (isAbsent && !hasDefault(member)) continue;
    const other = replace(key, isAbsent ? undefined : text, { hasDefault: isAbsent, markup: kinds.get(member) });
    if (other !== undefined) replaced[member] = other;
  }
  return { ...object, ...replaced };
}

/** An empty text is as absent. */
export const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";
