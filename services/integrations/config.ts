import { invalidDetail } from "../../shared/domain/fieldError.ts";
import type { Json } from "../../shared/domain/graph/types.ts";
import { fieldChecks } from "../../shared/domain/integrations/checks.ts";
import type { ConfigField, ConfigFields } from "../../shared/domain/integrations/field.ts";
import { descriptionOf, type IntegrationType } from "../../shared/domain/integrations/index.ts";
import { maskedValue } from "../../shared/domain/integrations/maskedValue.ts";
import { type Check, Closed, checker, Type } from "../../shared/domain/schema.ts";
import { invalid } from "../../shared/platform/errors.ts";

/** `config` of an integration, handled by its type's field descriptions. No type is known by name here. */
export type Config = Record<string, Json>;

const checks = new Map<IntegrationType, Check>();

/** Returns the errors of a `config` in a request (`config.<field>: <message>`). Null counts as absent. */
export function configProblems(type: IntegrationType, given: Config): string[] {
  const fields = descriptionOf(type).config;
  const known = Object.entries(given).filter(([name]) => Object.hasOwn(fields, name));
  const values = Object.fromEntries(known.filter(([, value]) => value !== null));
  // copy, because the compiled check writes absent fields as undefined
  const errors = checkOf(type)({ config: { ...values } });
  return [
    ...unknownFields(type, given).map((name) => `config.${name}: unknown field`),
    ...errors,
    // check further only values of the right shape
    ...(errors.length > 0 ? [] : Object.entries(values).flatMap(([name, value]) => problemsOf(fields, name, value))),
  ];
}

/**
 * Returns the 400 of a `config`. If a field is unknown, `detail` lists the known ones: the error itself has the words of decisions §1.
 */
export function invalidConfig(type: IntegrationType, given: Config, errors: string[]): Error {
  if (unknownFields(type, given).length === 0) return invalid(errors);
  const known = Object.keys(descriptionOf(type).config).join(", ");
  return invalid(errors, `${invalidDetail} \`config\` accepts the fields ${known}.`);
}

function unknownFields(type: IntegrationType, given: Config): string[] {
  const { config } = descriptionOf(type);
  return Object.keys(given).filter((name) => !Object.hasOwn(config, name));
}

/** Returns errors for missing fields of a new integration. OAuth types may be completed later (decisions §7). */
export function missingFields(type: IntegrationType, given: Config): string[] {
  return requiredFields(type)
    .filter((name) => (given[name] ?? null) === null)
    .map((name) => `config.${name}: is required`);
}

/** Returns errors for required fields that an update clears. */
export function clearedFields(type: IntegrationType, given: Config): string[] {
  return requiredFields(type)
    .filter((name) => given[name] === null)
    .map((name) => `config.${name}: is required`);
}

/** Merges the readable fields: sent values over stored ones, null resets to the default. */
export function mergedConfig(type: IntegrationType, stored: Config, given: Config): Config {
  const readable = Object.entries(descriptionOf(type).config).filter(([, field]) => !field.writeOnly);
  const merged = readable.map(([name, field]) => {
    const value = given[name] === undefined ? stored[name] : given[name];
    return [name, masked(field, value ?? field.default)] as const;
  });
  return Object.fromEntries(merged.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

/** Returns the stored `config` for a response. Masks values that an older copy stored in plain. */
export const shownConfig = (type: IntegrationType, stored: Config): Config => mergedConfig(type, stored, {});

/**
 * Returns the secrets in a request by their stored names, null if cleared. Each header value is a secret, and a masked
 * value keeps the stored one.
 */
export function givenSecrets(
  type: IntegrationType,
  given: Config,
  stored: Readonly<Record<string, unknown>>,
): Record<string, string | null> {
  const fields = descriptionOf(type).config;
  const sent = Object.entries(given).filter(([name]) => fields[name]);
  return Object.fromEntries(
    sent.flatMap(([name, value]) => {
      if (fields[name]?.writeOnly) return [[name, value as string | null]];
      return fields[name]?.["x-editor"] === "headers" ? headerSecrets(name, value, stored) : [];
    }),
  );
}

/** Returns errors for masked values without a stored value. */
export function maskedProblems(
  type: IntegrationType,
  given: Config,
  stored: Readonly<Record<string, unknown>>,
): string[] {
  const fields = descriptionOf(type).config;
  return headerFields(fields, given).flatMap(([field, headers]) =>
    Object.entries(headers)
      .filter(([name, value]) => value === maskedValue && stored[headerSecret(field, name)] === undefined)
      .map(([name]) => `config.${field}.${name}: is masked but has no stored value; send the value`),
  );
}

/** Returns the name under which a header's value is stored. */
export const headerSecret = (field: string, name: string): string => `${field}.${name}`;

/** Returns the fields of `config` with headers, and their headers. */
export const headerFields = (fields: ConfigFields, config: Config): [string, Record<string, string>][] =>
  Object.entries(config).filter(([name, value]) => fields[name]?.["x-editor"] === "headers" && value !== null) as [
    string,
    Record<string, string>,
  ][];

function headerSecrets(
  field: string,
  value: Json,
  stored: Readonly<Record<string, unknown>>,
): [string, string | null][] {
  const headers = Object.entries((value ?? {}) as Record<string, string>);
  const kept = new Set(headers.map(([name]) => headerSecret(field, name)));
  const gone = Object.keys(stored).filter((name) => name.startsWith(headerSecret(field, "")) && !kept.has(name));
  const sent = headers.filter(([, text]) => text !== maskedValue);
  return [
    ...gone.map((name): [string, null] => [name, null]),
    ...sent.map(([name, text]): [string, string] => [headerSecret(field, name), text]),
  ];
}

function masked(field: ConfigField, value: Json | undefined): Json | undefined {
  if (field["x-editor"] !== "headers" || value === undefined) return value;
  return Object.fromEntries(Object.keys(value as object).map((name) => [name, maskedValue]));
}

function requiredFields(type: IntegrationType): string[] {
  const { auth, config } = descriptionOf(type);
  return auth === "oauth" ? [] : Object.keys(config).filter((name) => config[name]?.["x-required"]);
}

function problemsOf(fields: ConfigFields, name: string, value: Json): string[] {
  const editor = fields[name]?.["x-editor"];
  const problems = (editor && fieldChecks[editor]?.(unmasked(editor, value))) ?? [];
  return problems.map((problem) => `config.${name}${problem}`);
}

/** Drops masked headers, whose stored values were already checked. */
function unmasked(editor: ConfigField["x-editor"], value: Json): Json {
  if (editor !== "headers") return value;
  const headers = Object.entries(value as Record<string, string>);
  return Object.fromEntries(headers.map(([name, text]) => [name, text === maskedValue ? "" : text]));
}

/** Compiles the check of a type once. All fields are optional, because an update sends only some. */
function checkOf(type: IntegrationType): Check {
  const compiled = checks.get(type);
  if (compiled) return compiled;
  const fields = Object.entries(descriptionOf(type).config).map(([name, field]) => [name, Type.Optional(field)]);
  const check = checker(Closed({ config: Closed(Object.fromEntries(fields)) }));
  checks.set(type, check);
  return check;
}
