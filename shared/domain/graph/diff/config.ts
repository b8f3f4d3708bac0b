import { defaults } from "../../questions/defaults.ts";
import { isQuestionType } from "../../questions/index.ts";
import type { Domain } from "../../questions/question.ts";
import { readQuestion } from "../../questions/read.ts";
import type { Change } from "../shapes/diff.ts";
import type { GraphNode, Json } from "../types.ts";
import { isMembers, type Members, memberOf, sameValue } from "./values.ts";

/** A change of one field of `data.config` and its impact. */
type FieldChange = Pick<Change, "field" | "before" | "after" | "impact" | "why">;

/** Lists whose items have an identifying key. */
const keyOfItems: ReadonlyMap<string, "value" | "key"> = new Map([
  ["options", "value"],
  ["columns", "value"],
  ["rows", "key"],
]);

const fieldTypeChanged = "The type of this field's values changed. Older answers have the other type.";
const fieldRemoved = "Older answers use a field that no longer exists.";
const safe = "Answers keep their meaning.";
const removed = "Older answers use a choice that no longer exists.";
const scoring = "The same answer earns different points. Totals can't be compared.";
const otherPrecision = "Older answers have another precision. They can't be compared with new ones.";
const narrowed = "The scale was wider. The same number has a different meaning.";

/** `at` names the config in paths. */
export function configChanges(before: Asked, after: Asked, at = "data.config"): FieldChange[] {
  const [old, now] = [configOf(before), configOf(after)];
  const keys = new Set([...Object.keys(now), ...Object.keys(old)]);
  return [...keys].flatMap((key) => {
    const [was, is] = [memberOf(old, key), memberOf(now, key)];
    if (sameValue(was, is)) return [];
    const path = `${at}.${key}`;
    if (key === "precision") return precisionChange(path, was, is);
    if (key === "scoring") return fields(path, was, is).map((one) => ({ ...one, impact: "breaking", why: scoring }));
    const name = keyOfItems.get(key);
    const items = name ? itemChanges(path, was, is, name) : key === "fields" ? fieldListChanges(path, was, is) : null;
    if (items) return items;
    const isLost = name ? losesChoices(before, after) : narrowsScale(before, after, key);
    const meaning = { impact: isLost ? "breaking" : "safe", why: isLost ? (name ? removed : narrowed) : safe } as const;
    return fields(path, was, is).map((one) => ({ ...one, ...meaning }));
  });
}

/** Without one, a date question asks for a day. */
function precisionChange(field: string, before: Json, after: Json): FieldChange[] {
  const isSame = (before ?? defaults.date.precision) === (after ?? defaults.date.precision);
  const meaning = isSame
    ? ({ impact: "safe", why: safe } as const)
    : ({ impact: "breaking", why: otherPrecision } as const);
  return [{ field, before, after, ...meaning }];
}

/** A question, or a field of records. */
type Asked = Pick<GraphNode, "question_type" | "data">;

function configOf({ data }: Asked): Members {
  return isMembers(data.config) ? data.config : {};
}

/** Compares objects member by member, other values as a whole. */
function fields(path: string, before: Json, after: Json): Pick<Change, "field" | "before" | "after">[] {
  if (!isMembers(before) || !isMembers(after)) return [{ field: path, before, after }];
  const keys = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...keys].flatMap((key) => {
    const [was, is] = [memberOf(before, key), memberOf(after, key)];
    if (sameValue(was, is)) return [];
    // a condition is compared as a whole
    return key === "show_if"
      ? [{ field: `${path}.${key}`, before: was, after: is }]
      : fields(`${path}.${key}`, was, is);
  });
}

/** Compares the fields of records. A field's settings are compared as those of its question. */
function fieldListChanges(path: string, before: Json, after: Json): FieldChange[] | null {
  return itemChanges(path, before, after, "key", { change: fieldChanges, gone: fieldRemoved });
}

function fieldChanges(path: string, before: Members, after: Members): FieldChange[] {
  const { question_type: oldType, config: oldConfig = null, ...old } = before;
  const { question_type: type, config = null, ...now } = after;
  const own = fields(path, old, now).map((one) => ({ ...one, impact: "safe" as const, why: safe }));
  const changed: FieldChange = {
    field: `${path}.question_type`,
    before: oldType ?? null,
    after: type ?? null,
    impact: "breaking",
    why: fieldTypeChanged,
  };
  const asked = (type: Json | undefined, config: Json): Asked => ({
    question_type: String(type),
    data: isMembers(config) ? { config } : {},
  });
  return [
    ...own,
    ...(sameValue(oldType, type) ? [] : [changed]),
    ...configChanges(asked(oldType, oldConfig), asked(type, config), `${path}.config`),
  ];
}

const choices = {
  change: (path: string, before: Members, after: Members): FieldChange[] =>
    fields(path, before, after).map((one) => ({ ...one, impact: "safe", why: safe })),
  gone: removed,
};

/**
 * Compares two lists of options, rows, columns or fields. Null if they aren't such lists or have duplicate names. `change` compares
 * two items, and `gone` says what a removed one means.
 */
function itemChanges(
  path: string,
  before: Json,
  after: Json,
  name: "value" | "key",
  { change, gone: why }: typeof choices = choices,
): FieldChange[] | null {
  const [old, now] = [itemsByName(before, name), itemsByName(after, name)];
  if (!old || !now) return null;
  const inOrder = [...now].flatMap(([key, item]): FieldChange[] => {
    const was = old.get(key);
    if (!was)
      return [
        {
          field: `${path}.${key}`,
          before: null,
          after: item,
          impact: "safe",
          why: "New choice. Earlier answers keep their meaning.",
        },
      ];
    return change(`${path}.${key}`, was, item);
  });
  const gone = [...old].flatMap(([key, item]): FieldChange[] =>
    now.has(key) ? [] : [{ field: `${path}.${key}`, before: item, after: null, impact: "breaking", why }],
  );
  // new items come last in the expected order
  const expected = [...old.keys().filter((key) => now.has(key)), ...now.keys().filter((key) => !old.has(key))];
  const isOrdered = sameValue(expected, [...now.keys()]);
  const order: FieldChange = {
    field: `${path}.order`,
    before: [...old.keys()],
    after: [...now.keys()],
    impact: "safe",
    why: "Different order of choices. Answers keep their meaning.",
  };
  return [...inOrder, ...gone, ...(isOrdered ? [] : [order])];
}

function itemsByName(list: Json, name: "value" | "key"): Map<string, Members> | null {
  if (!Array.isArray(list)) return null;
  const items = new Map<string, Members>();
  for (const item of list) {
    const key = isMembers(item) ? memberOf(item, name) : null;
    if (!isMembers(item) || typeof key !== "string" || items.has(key)) return null;
    items.set(key, item);
  }
  return items;
}

/** Returns whether a choice of the older version was removed, for lists that can't be compared by item. */
function losesChoices(before: Asked, after: Asked): boolean {
  const [old, now] = [domainOf(before), domainOf(after)];
  if (!old || !now) return true;
  const known = new Set(choicesOf(now));
  return choicesOf(old).some((choice) => !known.has(choice));
}

function choicesOf(domain: Domain): string[] {
  if (domain.family === "row") return [...domain.rows.map((row) => `row ${row}`), ...domain.columns];
  return "values" in domain ? domain.values : [];
}

/** Returns whether a scale became narrower. Limits of numbers don't count, because numbers aren't relative to a scale. */
function narrowsScale(before: Asked, after: Asked, key: string): boolean {
  const bare = domainOf({ ...before, data: {} });
  if (bare?.family !== "num" || bare.min === null || bare.max === null) return false;
  if (before.question_type !== after.question_type || !["min", "max", "step"].includes(key)) return false;
  const [old, now] = [domainOf(before), domainOf(after)];
  if (old?.family !== "num" || now?.family !== "num") return true;
  if (key === "min") return (now.min ?? 0) > (old.min ?? 0);
  if (key === "max") return (now.max ?? 0) < (old.max ?? 0);
  return !Number.isInteger((old.step ?? 1) / (now.step ?? 1));
}

function domainOf(node: Asked): Domain | null {
  if (!isQuestionType(node.question_type)) return null;
  const parsed = readQuestion({ ...node, data: { ...node.data, config: configOf(node) } });
  return parsed.ok ? parsed.value.domain : null;
}
