import type { Json } from "../../shared/graph/types.ts";
import { type Check, Closed, checker, Type } from "../../shared/schema.ts";
import type { IntegrationModule } from "./types/type.ts";

/** `config` of an integration, driven by its type's metadata alone: nothing here knows a type by name. */
export type Config = Record<string, Json>;

const checks = new WeakMap<IntegrationModule, Check>();

/** What is wrong with a `config` as it was sent (`config.<field>: <message>` each); null counts as absent. */
export function configProblems(module: IntegrationModule, given: Config): string[] {
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(module.config, name));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(module.config, name));
  const values = Object.fromEntries(known.filter(([, value]) => value !== null));
  // a copy: the compiled check writes absent fields as undefined
  const errors = checkOf(module)({ config: { ...values } });
  return [
    ...unknown.map((name) => `config.${name}: unknown field`),
    ...errors,
    // only what has its shape can be looked at more closely
    ...(errors.length > 0
      ? []
      : Object.entries(values).flatMap(([name, value]) => furtherProblems(module, name, value))),
  ];
}

/** A new integration has its required fields. */
export function missingFields(module: IntegrationModule, given: Config): string[] {
  return requiredFields(module)
    .filter((name) => (given[name] ?? null) === null)
    .map((name) => `config.${name}: is required`);
}

/** A change leaves out what it leaves alone, but cannot clear a required field. */
export function clearedFields(module: IntegrationModule, given: Config): string[] {
  return requiredFields(module)
    .filter((name) => given[name] === null)
    .map((name) => `config.${name}: is required`);
}

/** The readable part after a change: sent values over stored ones, null back to the fallback or to nothing. */
export function mergedConfig(module: IntegrationModule, stored: Config, given: Config): Config {
  const readable = Object.entries(module.config).filter(([, field]) => !field.isSecret);
  const merged = readable.map(([name, field]) => {
    const value = given[name] === undefined ? stored[name] : given[name];
    return [name, value ?? field.fallback] as const;
  });
  return Object.fromEntries(merged.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** The secrets among what was sent; null: cleared. */
export function givenSecrets(module: IntegrationModule, given: Config): Record<string, string | null> {
  const sent = Object.entries(given).filter(([name]) => module.config[name]?.isSecret);
  return Object.fromEntries(sent) as Record<string, string | null>;
}

const requiredFields = (module: IntegrationModule): string[] =>
  Object.keys(module.config).filter((name) => module.config[name]?.isRequired);

function furtherProblems(module: IntegrationModule, name: string, value: Json): string[] {
  const problems = module.config[name]?.problems?.(value) ?? [];
  return problems.map((problem) => `config.${name}${problem}`);
}

/** Compiled once a type; every field may be left out, since a change sends only some. */
function checkOf(module: IntegrationModule): Check {
  const known = checks.get(module);
  if (known) return known;
  const fields = Object.entries(module.config).map(([name, field]) => [name, Type.Optional(field.shape)]);
  const check = checker(Closed({ config: Closed(Object.fromEntries(fields)) }));
  checks.set(module, check);
  return check;
}
