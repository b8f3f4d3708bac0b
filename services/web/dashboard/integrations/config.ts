import type { IntegrationTypes } from "../../../../shared/domain/shapes/integrations.ts";
import type { Field } from "../../parts/fields/field.ts";

export type IntegrationTypeDetail = IntegrationTypes[number];

/** A field of an integration's `config`. */
export interface ConfigField extends Field {
  /** write-only: the service never gives it back */
  isSecret: boolean;
}

/** The fields of a type, as the service tells them: a type that is newer than this page needs nothing here. */
export const fieldsOfType = ({ fields }: IntegrationTypeDetail): ConfigField[] =>
  fields.map(({ name, type, title, description, default: standard, is_required, is_secret }) => ({
    key: name,
    kind: type === "string" ? "text" : type,
    label: title,
    description,
    isRequired: is_required,
    isSecret: is_secret,
    schema: standard === null ? {} : { default: standard },
  }));

export type Config = Readonly<Record<string, unknown>>;

/** The config of a new integration: what is filled in. */
export const newConfig = (fields: readonly ConfigField[], written: Config): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ key }) => [key, written[key]]).filter(([, value]) => !isNothing(value)));

/**
 * What of a config has changed, as a PATCH takes it: null takes a value away, and a secret that is not written anew is left
 * out, so that it stays. Empty where nothing has changed.
 */
export function configChanges(
  fields: readonly ConfigField[],
  stored: Config,
  written: Config,
): Record<string, unknown> {
  const changed = fields.flatMap(({ key, isSecret }): [string, unknown][] => {
    const [before, after] = [stored[key], written[key]];
    if (isSecret) return isNothing(after) ? [] : [[key, after]];
    if (isNothing(after)) return isNothing(before) ? [] : [[key, null]];
    return isSame(before, after) ? [] : [[key, after]];
  });
  return Object.fromEntries(changed);
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";

/** Of JSON values; the order of names counts for nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every((name) => isSame(one[name as keyof typeof one], other[name as keyof typeof other]))
  );
}
