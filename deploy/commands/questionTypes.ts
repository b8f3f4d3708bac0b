/** Writes the table of every question type's `config` from the OpenAPI document (`npm run openapi`). */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  discriminator?: { mapping: Record<string, string> };
  default?: unknown;
  description?: string;
  format?: string;
  [limit: string]: unknown;
}

interface Document {
  components: { schemas: Record<string, Schema> };
}

export function questionTypes({ components: { schemas } }: Document): string {
  const at = (ref: string): Schema => schemas[ref.split("/").pop() ?? ""] ?? {};
  const types = Object.entries(schemas.QuestionNodeInput?.discriminator?.mapping ?? {});
  const sections = types.map(([type, ref]) => {
    const config = at(at(ref).properties?.data?.properties?.config?.$ref ?? "");
    return `## ${type}\n\n${tableOf(config)}\n`;
  });
  return `${head()}\n${sections.join("\n")}`;

  function tableOf({ properties = {}, required = [] }: Schema): string {
    const rows = Object.entries(properties).map(([key, property]) => {
      const shared = property.$ref ? at(property.$ref) : {};
      const schema = shared.enum ? { ...shared, ...property } : property;
      const cells = [
        `\`${key}\``,
        typeOf(schema),
        defaultOf(key, schema, required),
        limitsOf(schema),
        meaningOf(schema),
      ];
      return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
    });
    if (rows.length === 0) return "It has no settings.";
    return ["| Key | Type | Default | Limit | Meaning |", "|---|---|---|---|---|", ...rows].join("\n");
  }

  function typeOf(schema: Schema): string {
    if (schema.discriminator) {
      return `scoring: ${Object.keys(schema.discriminator.mapping)
        .map((mode) => `\`${mode}\``)
        .join(", ")}`;
    }
    if (schema.$ref) return typeOf(at(schema.$ref));
    if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
    if (schema.items) return `list of ${itemOf(schema.items)}`;
    const members = schema.anyOf ?? schema.oneOf;
    if (members) return members.map(typeOf).join(" or ");
    if (schema.format === "uri") return "URL";
    return schema.properties ? keysOf(schema) : String(schema.type ?? "any");
  }

  function itemOf(schema: Schema): string {
    const item = schema.$ref ? at(schema.$ref) : schema;
    return item.properties ? keysOf(item) : typeOf(item);
  }
}

const keysOf = ({ properties = {}, required = [] }: Schema): string =>
  `\`{${Object.keys(properties)
    .map((key) => (required.includes(key) ? key : `${key}?`))
    .join(", ")}}\``;

function defaultOf(key: string, schema: Schema, required: readonly string[]): string {
  if (required.includes(key)) return "required";
  if (schema.default !== undefined) return `\`${JSON.stringify(schema.default)}\``;
  return /Default: `/.test(schema.description ?? "") ? "see Meaning" : "–";
}

const limitTexts: Record<string, (limit: unknown) => string> = {
  minimum: (limit) => `from ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  maximum: (limit) => `up to ${limit}`,
  minItems: (limit) => `at least ${limit}`,
  maxItems: (limit) => `at most ${limit}`,
  minLength: (limit) => (limit === 1 ? "not empty" : `at least ${limit} characters`),
  maxLength: (limit) => `up to ${limit} characters`,
};

function limitsOf(schema: Schema): string {
  const named = Object.entries(limitTexts).flatMap(([key, text]) =>
    schema[key] === undefined ? [] : [text(schema[key])],
  );
  return named.join(", ") || "–";
}

const meaningOf = ({ description = "" }: Schema): string => description.replace(/ ?Must be 1–64 of.*$/, "");

/** Words that people search the page by (services/gateway/guides/sections.ts). */
const searched = [
  "<!-- Generated: npm run openapi -->",
  "<!-- search config, settings of questions, question type reference -->",
].join("\n\n");

/** The page's beginning. */
function head(): string {
  return `${searched}

# Settings of question types

Each node has a \`question_type\` and its settings in \`data.config\`. Unknown keys are rejected at publish. All settings are optional
unless the table says "required". [Graphs: question types](../graphs/question-types.md) has an example and valid answers for each type.

Texts can have up to 500 characters unless the table names another limit. Scoring modes are explained in
[Scoring](../graphs/scoring.md).
`;
}
