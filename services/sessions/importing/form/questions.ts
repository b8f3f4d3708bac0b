import { hasMarkup, plainGraph } from "../../../../shared/domain/graph/markup/texts.ts";
import { localized } from "../../../../shared/domain/graph/translations/translations.ts";
import type { Graph, GraphNode, Translations } from "../../../../shared/domain/graph/types.ts";
import { compileQuestion, isScreen } from "../../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../../shared/domain/questions/question.ts";
import type { TargetForm } from "../response.ts";
import type { ChoiceTexts, Labels } from "./choices.ts";

/** A question that cells answer, with its texts in all languages. */
export interface ImportQuestion {
  id: string;
  /** its name in another tool, if that isn't its id */
  name?: string | undefined;
  question: CompiledQuestion;
  /** the form's language first */
  titles: readonly string[];
  /** options of choices and rankings, columns of a matrix; null for other questions */
  options: ChoiceTexts | null;
  /** rows of a matrix */
  rows: ChoiceTexts | null;
  /** fields of records */
  fields: readonly ImportQuestion[] | null;
  /** takes a text beside its options */
  isOpen: boolean;
  /** units of a number */
  units: readonly string[];
}

/** A form as an import reads it. */
export interface ImportForm {
  /** in the order of the graph */
  questions: ReadonlyMap<string, ImportQuestion>;
  screens: ReadonlySet<string>;
  hidden: ReadonlySet<string>;
  /** tags by their lower case */
  languages: ReadonlyMap<string, string>;
}

/** A question in one language, as `compileQuestion` reads it. `titles`: as headers have them. */
interface Local {
  titles: string[];
  question: CompiledQuestion;
  /** of the fields of records, in their order */
  fields: Local[];
}

interface Locals {
  own: Local;
  byLanguage: ReadonlyMap<string, Local>;
}

/** Returns the questions of a form with their texts in all languages. */
export function importForm({ graph, language, translations }: TargetForm): ImportForm {
  const tags = [...translations.keys()];
  const source: Graph = { ...graph, translations: Object.fromEntries(translations) as Translations };
  const plain = plainGraph(source);
  const graphs = new Map(
    tags.map((tag) => [tag.toLowerCase(), localized(plain, plain.translations?.[tag] ?? {}).graph] as const),
  );
  // exports can have texts as they are written
  if (hasMarkup(graph)) graphs.set("", source);
  const asked = graph.nodes.flatMap((node, at) => (isScreen(node.question_type) ? [] : [{ node, at }]));
  const questions = asked.map(({ node, at }) => {
    const own = localOf(plain.nodes[at] as GraphNode);
    const byLanguage = new Map([...graphs].map(([tag, { nodes }]) => [tag, localOf(nodes[at] as GraphNode)]));
    return { ...questionOf(node.id, { own, byLanguage }), name: node.data.source_name };
  });
  return {
    questions: new Map(questions.map((question) => [question.id, question])),
    screens: new Set(graph.nodes.filter((node) => isScreen(node.question_type)).map(({ id }) => id)),
    hidden: new Set(graph.hidden_fields ?? []),
    languages: new Map([...tags, ...(language ? [language] : [])].map((tag) => [tag.toLowerCase(), tag])),
  };
}

interface Field {
  key: string;
  title: string;
  question_type: string;
  config?: Record<string, unknown>;
}

function localOf(node: GraphNode): Local {
  const question = compileQuestion(node);
  const fields = question.fields === null ? [] : (question.config.fields as Field[]);
  return {
    titles: [node.data.title ?? ""],
    question,
    fields: fields.map(({ key, title, question_type, config = {} }) =>
      localOf({ id: key, question_type, data: { title, config } }),
    ),
  };
}

function questionOf(id: string, { own, byLanguage }: Locals): ImportQuestion {
  const { question } = own;
  const locals = [own, ...byLanguage.values()];
  const family = question.domain?.family;
  const textsOf = (labels: (local: Local) => Labels, list: "options" | "rows" | "columns"): ChoiceTexts => ({
    values: labels(own).map(([value]) => value),
    codes: codesOf(question, list),
    own: labels(own),
    byLanguage: new Map([...byLanguage].map(([tag, local]) => [tag, labels(local)])),
    signs: signsOf(question),
    prefersLabels: false,
  });
  const isMatrix = family === "row";
  const hasOptions = family === "one" || family === "many" || family === "rank";
  return {
    id,
    question,
    titles: [...new Set(locals.flatMap(({ titles }) => titles))],
    options: isMatrix
      ? textsOf(partLabels("columns", "value"), "columns")
      : hasOptions
        ? textsOf(optionLabels, "options")
        : null,
    rows: isMatrix ? { ...textsOf(partLabels("rows", "key"), "rows"), signs: [] } : null,
    fields: question.fields && own.fields.map((_, at) => fieldOf({ own, byLanguage }, at)),
    isOpen: question.domain !== null && "open" in question.domain && question.domain.open,
    units: [...new Set(locals.map(({ question: { config } }) => config.unit))].filter((it) => typeof it === "string"),
  };
}

function fieldOf({ own, byLanguage }: Locals, at: number): ImportQuestion {
  const fieldsOf = (local: Local) => local.fields[at] as Local;
  const { key } = (own.question.config.fields as Field[])[at] as Field;
  return questionOf(key, {
    own: fieldsOf(own),
    byLanguage: new Map([...byLanguage].map(([tag, local]) => [tag, fieldsOf(local)])),
  });
}

interface Coded {
  value?: string;
  key?: string;
  source_value?: string;
}

const codesOf = ({ config }: CompiledQuestion, list: "options" | "rows" | "columns"): Map<string, string> =>
  new Map(
    ((config[list] ?? []) as Coded[]).flatMap(({ value, key = value, source_value: code }) =>
      key === undefined || code === undefined ? [] : [[key, code] as const],
    ),
  );

const optionLabels = ({ question }: Local): Labels => [...question.labels];

const partLabels =
  (list: "rows" | "columns", key: "key" | "value") =>
  ({ question: { config } }: Local): Labels =>
    (config[list] as Record<"key" | "value" | "label", string>[]).map((part) => [part[key], part.label]);

/** Signs for options: `Y` for yes, and the emojis of a rating. */
function signsOf({ type, config }: CompiledQuestion): Labels {
  if (type === "yes_no")
    return Object.entries(yesNoSigns).flatMap(([value, signs]) => signs.map((sign) => [value, sign] as const));
  const options = Array.isArray(config.options) ? (config.options as { value: string; emoji?: unknown }[]) : [];
  return options.flatMap(({ value, emoji }) => (typeof emoji === "string" ? [[value, emoji] as const] : []));
}

const yesNoSigns = { yes: ["1", "true", "y", "yes"], no: ["0", "false", "n", "no"] };
