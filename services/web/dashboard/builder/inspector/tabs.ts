import type { KeySchema } from "../../../ui/fields/field.ts";

export type Tab = "question" | "logic" | "advanced";

/** Config keys that most questions leave as they are: scoring, a default, validation, labels for exports. */
const advanced = new Set([
  "scoring",
  "default",
  "outcome",
  "min_length",
  "max_length",
  "other_max_length",
  "pattern",
  "decimals",
  "allowed_domains",
  "blocked_domains",
  "allowed_countries",
  "min_selections",
  "max_selections",
  "min_ranked",
]);
const bounds = new Set(["min", "max", "step"]);

/** Bounds with a default shape what respondents see, such as a scale. Others only validate answers. */
export const tabOfKey = (key: string, { default: value }: KeySchema): Tab =>
  advanced.has(key) || (bounds.has(key) && value === undefined) ? "advanced" : "question";

/** Returns the tab of a part of the inspector (place.tsx). */
export function tabOfPlace(place: string | null, config: Readonly<Record<string, KeySchema>> = {}): Tab {
  if (place === "rules" || place?.startsWith("rule:")) return "logic";
  if (place === "id" || place === "valid_if") return "advanced";
  const key = /^config\.([^.]*)/.exec(place ?? "")?.[1];
  return key === undefined ? "question" : tabOfKey(key, config[key] ?? {});
}
