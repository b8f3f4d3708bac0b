import type {
  Integration,
  IntegrationTypes,
  UpdateIntegrationBody,
} from "../../../../shared/api/shapes/integrations.ts";
import type { Field, FieldProblem } from "../../ui/fields/field.ts";

export type IntegrationTypeDetail = IntegrationTypes[number];

/** A field of an integration's `config`. */
export interface ConfigField extends Field {
  /** write-only: the API never returns it */
  isSecret: boolean;
}

/** Returns the fields of a type as the API describes them, so newer types work too. */
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

/** Returns the config of a new integration, without empty fields. */
export const newConfig = (fields: readonly ConfigField[], written: Config): Record<string, unknown> =>
  Object.fromEntries(fields.map(({ key }) => [key, written[key]]).filter(([, value]) => !isNothing(value)));

/** Fields of the settings form: `name`, and `config.<key>` for each config value. Empty values are undefined. */
export type Settings = Readonly<Record<string, unknown>>;

const configPrefix = "config.";
export const settingOf = ({ key }: ConfigField): string => `${configPrefix}${key}`;

/** Returns a test of problems with one of these fields. */
export const isOfField =
  (fields: readonly ConfigField[]) =>
  ({ at: [list, name] }: FieldProblem): boolean =>
    list === "config" && fields.some(({ key }) => key === name);

export const settingsOf = ({ name, config }: Pick<Integration, "name" | "config">): Settings =>
  Object.fromEntries([
    ["name", name],
    ...Object.entries(config).map(([key, value]) => [`${configPrefix}${key}`, filled(value)]),
  ]);

export const configOf = (settings: Settings): Config =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      name.startsWith(configPrefix) ? [[name.slice(configPrefix.length), value]] : [],
    ),
  );

/** Returns the PATCH of changed settings. Null clears a value. */
export function patchOf(changes: Settings): UpdateIntegrationBody {
  const config = Object.entries(configOf(changes)).map(([key, value]) => [key, value ?? null]);
  return {
    ...("name" in changes && { name: String(changes.name) }),
    ...(config.length > 0 && { config: Object.fromEntries(config) }),
  };
}

export const filled = (value: unknown): unknown => (isNothing(value) ? undefined : value);

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === "";
