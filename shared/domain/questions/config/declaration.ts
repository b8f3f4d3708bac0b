import type { TProperties } from "typebox";
import type { Keys } from "../../fault.ts";
import type { Reason } from "../../reason.ts";
import { Closed, type Static, type TSchema } from "../../schema.ts";
import type { defaults } from "../defaults.ts";
import type { QuestionType } from "../question.ts";

/** Reports a fault at a place in the config, such as `["options", 2, "value"]`. */
export type Report = (at: Keys, reason: Reason) => void;

/**
 * A question type's `data.config` as one schema (decisions §4.1), the source of the strict reader, the TypeScript type, the OpenAPI
 * document and editors. `agree` checks keys that depend on each other, with defaults, if each key is valid.
 */
export interface ConfigDeclaration<S extends TSchema = TSchema> {
  /** without `scoring`, which depends on the family (scoring.ts) */
  readonly schema: S;
  agree?(config: never, report: Report): void;
}

/** Type of a config after reading, with defaults. */
export type WithDefaults<Config, Type extends QuestionType> = Omit<Config, keyof (typeof defaults)[Type]> &
  Required<Pick<Config, keyof (typeof defaults)[Type] & keyof Config>>;

/** Type of a declared config after reading. */
export type ConfigOf<D extends { schema: TSchema }, Type extends QuestionType> = WithDefaults<
  Static<D["schema"]>,
  Type
>;

export function declare<Type extends QuestionType, P extends TProperties>(
  _type: Type,
  properties: P,
  agree?: (config: WithDefaults<Static<ReturnType<typeof Closed<P>>>, Type>, report: Report) => void,
) {
  const schema = Closed(properties);
  return agree ? { schema, agree } : { schema };
}

/** Reports duplicate texts. `key` is the text's key in each item. */
export function reportRepeats(texts: readonly string[], list: string, key: string | null, report: Report): void {
  const seen = new Set<string>();
  texts.forEach((text, index) => {
    const at = key === null ? [list, index] : [list, index, key];
    if (seen.has(text)) report(at, { kind: "value_repeated", value: text });
    seen.add(text);
  });
}

export function reportOrder({ min, max }: { min?: number; max?: number }, report: Report): void {
  if (min !== undefined && max !== undefined && min > max)
    report(["min"], { kind: "above_setting", setting: "max", limit: max });
}
