/** Groups that respondents fill in several times, which become a question of type `records` (features §18.2). */
import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";
import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import { recordFieldLimit, recordRowLimit } from "../../../shared/domain/limits.ts";
import { type RecordField, recordFieldTypes } from "../../../shared/domain/questions/config/records.ts";
import { type Impossible, noteImpossible } from "./expressions/guards.ts";
import type { Scope } from "./expressions/scope.ts";
import { type ImportedForm, Item } from "./importedForm.ts";
import { freeValue } from "./options.ts";
import { fitted, worded } from "./wording.ts";

/** Returns why the questions of a group within a repeating group are lost, for all formats. */
export const inRepeat = (group: string) => ({
  code: "repeat",
  message: `It belongs to ${fitted(group, 200)}, which repeats within another group. Rows can't contain rows.`,
});

/** Returns why an expression can't read a question of a repeating group. */
export const onlyInRows = (name: string): string => `\`${name.slice(0, 60)}\` has an answer in each row`;

/** Why a value is lost that each row computes. */
export const rowCalculation = {
  code: "repeat_calculation",
  message: "Each row computes it. Rows have no calculations.",
};

/** How many rows the document takes. `start` is how many it begins with. */
export interface RowCounts {
  min: number;
  max: number;
  start: number;
}

interface Member {
  /** name in the document */
  name: string;
  /** names by which expressions outside of the rows read it */
  readBy: readonly string[];
  /** whether it can be hidden in a row */
  isConditional: boolean;
}

interface NewRepeat {
  name: string;
  title: string;
  description?: string;
  /** place of the group in the document */
  source: string;
  /** the item that stands for the group, if it is counted */
  item?: Item;
}

/** A repeating group, while its questions are nodes of their own. */
export interface Repeat {
  name: string;
  node: GraphNode;
  /** issues of the group itself */
  group: Item;
  /** nodes of its questions and texts */
  nodes: Set<GraphNode>;
  items: Item[];
  members: ReadonlyMap<GraphNode, Member>;
}

/** Groups the nodes that are added while a repeating group is open. */
export class Repeats {
  private readonly form: ImportedForm;
  private open: { repeat: Repeat; members: Map<GraphNode, Member>; fromNode: number; fromItem: number } | null = null;
  readonly all: Repeat[] = [];
  private readonly byNode = new Map<GraphNode, Repeat>();

  constructor(form: ImportedForm) {
    this.form = form;
  }

  get isOpen(): boolean {
    return this.open !== null;
  }

  /** The group that is open. */
  get current(): Repeat | null {
    return this.open?.repeat ?? null;
  }

  /** Adds the question for a group, whose texts have been read. */
  start({ name, title, description = "", source, item }: NewRepeat): Repeat {
    const { form } = this;
    const group = item ?? new Item(source);
    const id = form.freeId(name || "rows");
    const data = {
      ...worded(group, title || name || "Rows", description),
      ...form.sourceName(name, id),
      config: {},
    };
    const node = { id, question_type: "records", data };
    form.nodes.push(node);
    form.translations.place(node.id);
    group.nodeId = node.id;
    const members = new Map<GraphNode, Member>();
    const repeat: Repeat = { name, node, group, nodes: new Set(), items: item ? [item] : [], members };
    this.open = { repeat, members, fromNode: form.nodes.length, fromItem: form.items.length };
    form.idPrefix = `${node.id}.`;
    this.all.push(repeat);
    return repeat;
  }

  /** Names a question of the open group. */
  name(node: GraphNode, member: Member): void {
    this.open?.members.set(node, member);
  }

  end(): void {
    const { open, form } = this;
    this.open = null;
    form.idPrefix = "";
    if (!open) return;
    for (const node of form.nodes.slice(open.fromNode)) {
      open.repeat.nodes.add(node);
      this.byNode.set(node, open.repeat);
    }
    for (const item of form.items.slice(open.fromItem)) open.repeat.items.push(item);
  }

  /** Returns the repeating group of a question or text, or null. */
  of(node: GraphNode): Repeat | null {
    return this.byNode.get(node) ?? null;
  }
}

/** Sets the number of rows of a group, and notes what can't be set. */
export function limitRows({ node, group }: Repeat, { min, max, start }: RowCounts, isRequired: boolean): void {
  const most = Math.max(1, Math.min(max, recordRowLimit));
  const least = Math.min(min, most);
  if (max > recordRowLimit || least < min)
    group.changed("row_limit", `Respondents can add up to ${recordRowLimit} rows.`);
  if (start > least)
    group.changed("first_rows", `It starts with ${start.toLocaleString("en")} rows there. Here, respondents add them.`);
  node.data.is_required = isRequired || least > 0;
  node.data.config = { ...node.data.config, ...(least > 0 && { min_rows: least }), max_rows: most };
}

/** Converts what has no counterpart in the graph until it is folded: the nodes of a group, and the question itself. */
interface Conversion {
  /** Converts the conditions and texts of the group's questions. */
  questions(repeat: Repeat): void;
  /** Converts the conditions and texts of the group. Returns the condition that keeps all from seeing it, or null. */
  group(repeat: Repeat): Impossible | null;
}

/**
 * Makes fields of the nodes of all repeating groups, one group after the other, because later ones can read earlier ones. Tells the
 * scope what other questions can read.
 */
export function foldRepeats(form: ImportedForm, scope: Scope, { all }: Repeats, convert: Conversion): void {
  for (const repeat of all) {
    convert.questions(repeat);
    const impossible = convert.group(repeat);
    if (impossible) leaveOut(form, repeat, impossible);
    else new Folding(form, scope, repeat).fold();
  }
}

function leaveOut(form: ImportedForm, { node, nodes, items, group }: Repeat, impossible: Impossible): void {
  for (const one of [node, ...nodes]) if (form.nodes.includes(one)) form.remove(one);
  for (const item of items) if (!item.isLost) noteImpossible(item, impossible, false);
  if (!items.includes(group)) form.notes.push(...group.issues);
}

class Folding {
  private readonly fields: RecordField[] = [];
  private readonly keys = new Set<string>();
  private readonly owners: ReadonlyMap<GraphNode, Item>;
  private readonly kept = new Set<Item>();
  private readonly refused = new Map<Item, { code: string; message: string }[]>();

  private readonly form: ImportedForm;
  private readonly scope: Scope;
  private readonly repeat: Repeat;

  constructor(form: ImportedForm, scope: Scope, repeat: Repeat) {
    this.form = form;
    this.scope = scope;
    this.repeat = repeat;
    this.owners = new Map(Array.from(repeat.nodes, (node) => [node, form.owners.get(node.id) ?? repeat.group]));
  }

  fold(): void {
    const { form, scope } = this;
    const { node: rows, nodes, items, group, name } = this.repeat;
    const present = new Set(form.nodes);
    for (const node of nodes) if (present.has(node)) this.add(node);
    for (const node of nodes) form.translations.move(node.id, rows.id);
    for (const [item, causes] of this.refused) this.refuse(item, causes);
    const ids = new Set(Array.from(nodes, ({ id }) => id));
    for (const item of items) pointTo(item, ids, this.fields.length > 0 && !item.isLost ? rows.id : null);
    if (!items.includes(group)) form.notes.push(...group.issues);
    if (this.fields.length === 0) {
      form.remove(rows);
      return;
    }
    rows.data.config = { fields: this.fields, ...rows.data.config };
    const [owner] = items.filter((item) => this.kept.has(item));
    if (owner) form.owners.set(rows.id, owner);
    scope.rows.set(name, rows);
  }

  /** Adds a node as a field, or notes why it can't be one. */
  private add(node: GraphNode): void {
    const { form, scope } = this;
    const item = this.owners.get(node) as Item;
    const member = this.repeat.members.get(node);
    form.remove(node);
    const wording = fieldOf(node);
    const isFull = this.fields.length >= recordFieldLimit;
    if (wording === null || isFull) {
      const cause = isFull
        ? { code: "repeat_fields", message: `Rows can have up to ${recordFieldLimit} fields.` }
        : refusalOf(node);
      this.refused.set(item, [...(this.refused.get(item) ?? []), cause]);
      return;
    }
    noteParts(node, item);
    const isHidden = node.data.show_if !== undefined || (member?.isConditional === true && isNoted(item));
    const key = freeValue(member?.name || node.id, this.keys);
    if (member && member.name !== key) form.renamedFields.push({ source: member.name, here: key });
    const isRequired = node.data.is_required === true && !isHidden;
    const { question_type, config } = wording;
    if (wording.change) item.changed("type", wording.change);
    const title = replaceRecalls(node.data.title || key, () => {
      item.changed("recall", "An inserted answer is left out of its title, because fields have fixed titles.");
      return "…";
    });
    this.fields.push({
      key,
      title: fitted(title),
      question_type,
      ...(isRequired && { is_required: true }),
      ...(Object.keys(config).length > 0 && { config }),
    });
    this.kept.add(item);
    for (const name of member?.readBy ?? [])
      scope.fields.set(name, {
        node: this.repeat.node,
        key,
        isNumber: question_type === "number",
        isRequired,
        isShown: !isHidden,
      });
  }

  /** Notes what an item loses. It is lost if no field stands for it. */
  private refuse(item: Item, causes: readonly { code: string; message: string }[]): void {
    const [first] = causes;
    if (!first || item.isLost) return;
    // headings and the group itself aren't counted
    if (this.kept.has(item) || !this.repeat.items.includes(item))
      for (const { code, message } of causes) item.lostPart(code, message);
    else item.lost(first.code, first.message);
  }
}

/** Whether a condition of the item couldn't be converted. */
const isNoted = ({ issues }: Item): boolean => issues.some(({ code }) => code === "condition");

/** Makes an item's issues name the question with the rows, or no question. */
function pointTo(item: Item, ids: ReadonlySet<string>, id: string | null): void {
  item.nodeId = id;
  for (const issue of item.issues) if (issue.node_id !== null && ids.has(issue.node_id)) issue.node_id = id;
}

interface Wording {
  question_type: RecordField["question_type"];
  config: Record<string, unknown>;
  change?: string;
}

/** Returns the type and config of a field, or null if rows have no such field. */
function fieldOf({ question_type: type, data }: GraphNode): Wording | null {
  const { scoring: _, default: __, ...config } = data.config ?? {};
  if (Array.isArray(config.options)) config.options = config.options.map(plainOption);
  const own = recordFieldTypes.find((one) => one === type);
  if (own) return { question_type: own, config };
  const other = similar.get(type)?.(config);
  return other ?? null;
}

const plainOption = ({ show_if: _, image_url: __, alt: ___, emoji, label, ...option }: Record<string, unknown>) => ({
  ...option,
  label: typeof emoji === "string" ? `${emoji} ${label}` : label,
});

const asNumber = (config: Wording["config"]): Wording => ({
  question_type: "number",
  config,
  change: "The scale became a number, because rows have no scales.",
});

/** Types that rows don't have, as the type with the same answers. */
const similar: ReadonlyMap<string, (config: Record<string, unknown>) => Wording | null> = new Map([
  ["number_scale", ({ min, max, step }) => asNumber({ min, max, ...(step !== undefined && { step }) })],
  ["opinion_scale", ({ min, max }) => asNumber({ min, max, decimals: 0 })],
  ["star_rating", ({ max }) => asNumber({ min: 1, max, decimals: 0 })],
  [
    "emoji_rating",
    ({ options }): Wording => ({
      question_type: "multiple_choice",
      config: { options },
      change: "The rating became a choice.",
    }),
  ],
  [
    "picture_choice",
    ({ options, multiple }): Wording => ({
      question_type: multiple === true ? "checkbox" : "dropdown",
      config: { options },
      change: "The images became a choice of texts, because rows have no images.",
    }),
  ],
]);

function refusalOf({ question_type: type, data }: GraphNode): { code: string; message: string } {
  const title = data.title ? `The text “${fitted(data.title, 60)}” isn't imported. ` : "";
  if (type === "welcome_screen") return { code: "repeat_text", message: `${title}Rows have no text blocks.` };
  return { code: "repeat_type", message: `Rows have no questions of type ${type.replaceAll("_", " ")}.` };
}

/** Notes the parts of a question that a field can't have. */
function noteParts({ data }: GraphNode, item: Item): void {
  const { config = {} } = data;
  const options = (Array.isArray(config.options) ? config.options : []) as { show_if?: unknown; image_url?: unknown }[];
  if (data.show_if !== undefined)
    item.changed("condition", "It is shown in every row. Fields of rows have no conditions.");
  if ((data.valid_if ?? []).length > 0)
    item.lostPart("rule", "Answers aren't checked by its rules. Fields of rows have no rules of their own.");
  if (data.description) item.lostPart("description", "Its description isn't shown. Fields of rows have none.");
  if (data.image) item.lostPart("media", "Its image isn't shown. Fields of rows have none.");
  if (config.default !== undefined) item.lostPart("default", "Its default answer isn't imported. Rows start empty.");
  if (config.scoring !== undefined) item.lostPart("points", "Its answers have no points. Rows aren't scored.");
  if (config.labels !== undefined) item.lostPart("labels", "The labels of its ends aren't shown.");
  if (options.some(({ show_if }) => show_if !== undefined))
    item.changed("option_condition", "All its options are offered. Options in rows have no conditions.");
  if (options.some(({ image_url }) => image_url !== undefined))
    item.lostPart("media", "The images of its options aren't shown.");
}
