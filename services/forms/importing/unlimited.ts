import type { GraphNode, Problem } from "../../../shared/domain/graph/types.ts";
import { isObject } from "../../../shared/domain/json.ts";
import type { RecordField } from "../../../shared/domain/questions/config/records.ts";
import { defaults } from "../../../shared/domain/questions/defaults.ts";
import type { ImportedForm } from "./importedForm.ts";

/** The longest `other_max_length`. */
const otherLengthLimit = 20_000;

/** Accepts files of all types. */
const anyFile = ["image/*", "video/*", "audio/*", "text/*", "application/*"];
/** Characters that texts can have, the most first. Those with an expensive condition or pattern get fewer. */
const textLimits = [20_000, 5_000, 1_000];

/** Megabytes of the largest file that a question can accept. */
const largestFile = 100;

/**
 * Raises limits that questions have by default, because a document without these limits has none. The cost of a comparison or a
 * pattern grows with the text, and a form can have only so much: `lower` shortens those texts, and `note` says so.
 */
export function raiseLimits(form: ImportedForm): CheckedTexts {
  const read = readAnswers(form);
  const checked: GraphNode[] = [];
  for (const node of form.nodes) {
    const { id, question_type: type, data } = node;
    const config = data.config ?? {};
    if (isText(node) && !("max_length" in config)) {
      data.config = { max_length: textLimits[0], ...config };
      if ("pattern" in config || read.has(id)) checked.push(node);
    }
    if (config.allow_other === true && type !== "checkbox")
      data.config = { other_max_length: otherLengthLimit, ...config };
    if (type === "file_upload" && data.config?.input !== "draw")
      data.config = { accept: anyFile, max_size_mb: largestFile, ...config };
    if (type === "records") raiseFields(form, node);
  }
  return new CheckedTexts(checked);
}

/** Raises the limits of fields. A pattern is checked for each row, so its text gets no more than the fewest characters. */
function raiseFields({ owners }: ImportedForm, { id, data }: GraphNode): void {
  for (const field of (data.config?.fields ?? []) as RecordField[]) {
    const { question_type: type, config = {} } = field;
    const isChecked = "pattern" in config;
    if (/^(short|long)_text$/.test(type) && !("max_length" in config)) {
      const limit = textLimits.at(isChecked ? -1 : 0) as number;
      field.config = { max_length: limit, ...config };
      if (isChecked) owners.get(id)?.changed("limit", limitText(limit));
    }
    if (config.allow_other === true && type !== "checkbox")
      field.config = { other_max_length: otherLengthLimit, ...field.config };
  }
}

const isText = ({ question_type: type }: GraphNode): boolean => type === "short_text" || type === "long_text";

/** Texts without a maximum length of their own that conditions or patterns check. */
export class CheckedTexts {
  private readonly nodes: readonly GraphNode[];
  private readonly lowered = new Set<GraphNode>();

  constructor(nodes: readonly GraphNode[]) {
    this.nodes = nodes;
  }

  /** Shortens the texts that make a pattern too expensive, or all if conditions are. Returns whether any is shorter. */
  lower(errors: readonly Problem[]): boolean {
    const slow = errors.filter(({ reason }) => reason.kind.endsWith("_too_slow"));
    const areAll = slow.some(({ reason }) => reason.kind !== "pattern_too_slow");
    const named = new Set(slow.map(({ node_id }) => node_id));
    const shortened = this.nodes.filter((node) => (areAll || named.has(node.id)) && shorten(node));
    for (const node of shortened) this.lowered.add(node);
    return shortened.length > 0;
  }

  /** Notes the texts whose maximum length is lower than the document's. */
  note({ owners }: ImportedForm): void {
    for (const node of this.lowered) {
      const limit = (node.data.config?.max_length ?? defaultLimit(node)) as number;
      owners.get(node.id)?.changed("limit", limitText(limit));
    }
  }
}

const limitText = (limit: number): string =>
  `Texts are limited to ${limit.toLocaleString("en")} characters, because conditions or a pattern check them.`;

const defaultLimit = ({ question_type: type }: GraphNode): number =>
  defaults[type === "long_text" ? "long_text" : "short_text"].max_length;

/** Returns false if the text has its default limit. */
function shorten(node: GraphNode): boolean {
  const { max_length: longest, ...config } = node.data.config ?? {};
  if (typeof longest !== "number") return false;
  const next = textLimits.find((limit) => limit < longest && limit > defaultLimit(node));
  node.data.config = next === undefined ? config : { max_length: next, ...config };
  return true;
}

/** Returns the IDs of questions whose answers conditions read. A rule reads the answer of its own question. */
function readAnswers({ nodes, jumps, calculations }: ImportedForm): Set<string> {
  const ruled = nodes.filter(({ data }) => (data.valid_if ?? []).length > 0).map(({ id }) => id);
  return new Set([...ruled, ...[jumps, calculations, nodes.map(({ data }) => data)].flatMap(namesIn)]);
}

function namesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn);
  if (!isObject(part)) return [];
  return Object.entries(part).flatMap(([key, inner]) => (key === "node_id" ? [String(inner)] : namesIn(inner)));
}
