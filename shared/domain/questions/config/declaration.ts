import type { TProperties } from "typebox";
import { Closed, type Static, type TSchema } from "../../schema.ts";
import type { defaults } from "../defaults.ts";
import type { QuestionType } from "../question.ts";

/** Says what is wrong with a key: (`options.2.value`, "must …"). */
export type Report = (key: string, message: string) => void;

/**
 * A question type's `data.config` as one public schema (decisions §4.1). From it come the strict reader, the type of the
 * read config, the API's document and an editor's forms. `agree` looks at keys that depend on one another, defaults filled
 * in; it runs only when each key is right by itself.
 */
export interface ConfigDeclaration<S extends TSchema = TSchema> {
  /** without `scoring`, which is the same for all types of a family (scoring.ts) */
  readonly schema: S;
  agree?(config: never, report: Report): void;
}

/** The type of a config once it is read: keys with a default are there. */
export type WithDefaults<Config, Type extends QuestionType> = Omit<Config, keyof (typeof defaults)[Type]> &
  Required<Pick<Config, keyof (typeof defaults)[Type] & keyof Config>>;

/** The type of a declared config once it is read. */
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

/** No two items give the same text; `key` is where that text stands in an item. */
export function reportRepeats(texts: readonly string[], path: string, key: string | null, report: Report): void {
  const seen = new Set<string>();
  texts.forEach((text, index) => {
    const place = key === null ? `${path}.${index}` : `${path}.${index}.${key}`;
    if (seen.has(text)) report(place, `"${text}" is used twice; values must be unique`);
    seen.add(text);
  });
}

export function reportOrder({ min, max }: { min?: number; max?: number }, report: Report): void {
  if (min !== undefined && max !== undefined && min > max) report("min", `must not be more than max (${max})`);
}
