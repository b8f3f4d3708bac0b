/** Questions with some of their options hidden (features §11.1). */
import type { Json } from "../json.ts";
import type { Reply } from "./question.ts";
import { refused } from "./reply.ts";

interface WithOptions {
  options: { value: string; exclusive?: boolean }[];
  min_selections?: number;
  min_ranked?: number;
}

/** Returns a config without these options. Its minimum counts are at most the number of options that can be chosen together. */
export function withoutOptions(config: Record<string, unknown>, hidden: ReadonlySet<string>): Record<string, unknown> {
  const { options, min_selections, min_ranked } = config as unknown as WithOptions;
  const offered = options.filter(({ value }) => !hidden.has(value));
  const together = offered.filter(({ exclusive }) => !exclusive).length;
  return {
    ...config,
    options: offered,
    ...(min_selections !== undefined && { min_selections: Math.min(min_selections, together) }),
    ...(min_ranked !== undefined && { min_ranked: Math.min(min_ranked, offered.length) }),
  };
}

/** Refuses a hidden option, even if the question accepts other text. */
export function notOffered(value: Json | undefined, hidden: ReadonlySet<string>): Reply | null {
  const chosen = (Array.isArray(value) ? value : [value]).find((it) => typeof it === "string" && hidden.has(it));
  if (chosen === undefined) return null;
  return refused(`${JSON.stringify(chosen)} is not offered here`, "not_offered"); // words: ok
}
