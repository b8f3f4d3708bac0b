import type { ImportIssue } from "../../../shared/api/shapes/imports.ts";
import { isId } from "../../../shared/domain/formats.ts";
import type { Calculation, GraphNode, NodeData, Page, Reason } from "../../../shared/domain/graph/types.ts";
import { forbiddenKeys } from "../../../shared/domain/json.ts";
import type { Jump } from "./jumps.ts";
import { Translations } from "./translations.ts";

/** Part of a foreign document that has no or only a similar counterpart here (features §14), before its path is known. */
export interface Issue extends Omit<ImportIssue, "path"> {
  /** parts with the same issue, such as a calculation that conditions read. Empty if the issue stands alone. */
  cause: string;
}

/** Names a place in the document, and the part there as the document does. */
export const placed = (place: string, name: string): string =>
  name === "" ? place : `${place} “${name.length > 60 ? `${name.slice(0, 60).toWellFormed()}…` : name}”`;

/** Why an item is left out. */
export interface LeftOut {
  code: string;
  message: string;
}

const neverAsked = "never_asked";
/** A question that the document shows to no one. */
export const unseen: LeftOut = { code: neverAsked, message: "Respondents don't see it, so it was left out." };

/** A question that no jump or question of the document leads to. */
export const unreachable: LeftOut = { code: neverAsked, message: "No path leads to it, so it was left out." };

/** A question, note, end, calculation or metadata row of a foreign document. Counted once. */
export class Item {
  readonly source: string;
  /** Node made of it. Issues name it. */
  nodeId: string | null = null;
  readonly issues: Issue[] = [];
  /** Nothing stands for it. */
  isLost = false;

  constructor(source: string) {
    this.source = source;
  }

  /** Notes a part that is lost or became something similar. */
  changed(code: string, message: string, source = this.source, reason: Reason | null = null, cause = ""): void {
    this.issues.push({ severity: "changed", code, source, node_id: this.nodeId, reason, message, cause });
  }

  /** Notes that nothing stands for the item. */
  lost(code: string, message: string, source = this.source, reason: Reason | null = null, cause = ""): void {
    this.isLost = true;
    this.issues.push({ severity: "lost", code, source, node_id: null, reason, message, cause });
  }

  /** Notes why the item is left out. It isn't lost if the document shows it to no one. */
  leaveOut({ code, message }: LeftOut): void {
    if (code === neverAsked) this.changed(code, message);
    else this.lost(code, message);
  }

  /** Notes that a part is lost. The item counts as changed. */
  lostPart(code: string, message: string, source = this.source, cause = ""): void {
    this.issues.push({ severity: "lost", code, source, node_id: this.nodeId, reason: null, message, cause });
  }
}

/**
 * A question or screen to add. `id` is a wish: `ImportedForm.add` makes it valid and free. `name`: what the tool's files of responses call
 * the question, which is kept if the id is another one.
 */
export interface NewNode {
  id: string;
  name?: string;
  question_type: string;
  data: NodeData;
}

/**
 * A form in the making. Converters add items, nodes, pages, jumps and calculations in the document's order;
 * `finish` (finish.ts) makes the graph.
 */
export class ImportedForm {
  title = "";
  language = "en";
  readonly items: Item[] = [];
  readonly nodes: GraphNode[] = [];
  readonly pages: Page[] = [];
  readonly calculations: Calculation[] = [];
  readonly hiddenFields: string[] = [];
  /** Edges that leave the document's order. They come before the edge to the next node. */
  readonly jumps: Jump[] = [];
  /** Issues of the document as a whole, such as its translations. They belong to no item and aren't counted. */
  readonly notes: Issue[] = [];
  /** Items by the nodes made of them, and by `ownerKey` of calculations. */
  readonly owners = new Map<string, Item>();
  /** Texts in other languages. */
  readonly translations = new Translations();
  /** fields of rows whose key isn't their name */
  readonly renamedFields: { source: string; here: string }[] = [];
  /** Texts can be their own codes. */
  hasTextCodes = false;
  /** Beginning of new nodes' IDs, such as within a repeating group. */
  idPrefix = "";
  /** Ids that are taken. */
  private readonly ids = new Set(forbiddenKeys);
  /** Valid names of the document, which no invalid one takes. */
  private readonly reserved = new Set<string>();
  /** Next suffix of each wish. Counting from 2 each time takes a minute for 20,000 equal wishes. */
  private readonly suffixes = new Map<string, number>();

  /** Counts an item of the document, and begins its texts. */
  item(source: string): Item {
    const item = new Item(source);
    this.items.push(item);
    this.translations.begin(item);
    return item;
  }

  /** Adds a node of an item after the last node. An item can become several nodes: the first one stands for it. */
  add(item: Item, { name = "", ...node }: NewNode): GraphNode {
    const id = this.freeId(this.idPrefix + node.id);
    const added = { ...node, id, data: { ...node.data, ...this.sourceName(name, id) } };
    item.nodeId ??= added.id;
    this.owners.set(added.id, item);
    this.nodes.push(added);
    this.translations.place(added.id);
    return added;
  }

  /** Returns a tool's name of a question, if it isn't the id. */
  sourceName(name: string, id: string): { source_name?: string } {
    const isOther = name !== "" && this.idPrefix + name !== id;
    return isOther ? { source_name: name } : {};
  }

  /** Adds a node of an item after another one, on its page too. */
  addAfter(before: GraphNode, item: Item, node: NewNode): GraphNode {
    const added = this.add(item, node);
    this.nodes.pop();
    this.nodes.splice(this.nodes.indexOf(before) + 1, 0, added);
    for (const { node_ids } of this.pages)
      if (node_ids.includes(before.id)) node_ids.splice(node_ids.indexOf(before.id) + 1, 0, added.id);
    return added;
  }

  /** Leaves out a node that was added. */
  remove(node: GraphNode): void {
    this.nodes.splice(this.nodes.indexOf(node), 1);
    this.owners.delete(node.id);
  }

  /** Adds a calculation of an item, or of no item if a condition needs it. Returns its key. */
  calculate(item: Item | null, wish: string, calculation: Omit<Calculation, "key">): string {
    const key = this.freeId(wish);
    if (item) {
      this.owners.set(ownerKey(key), item);
      this.translations.place(`calculation.${key}`, this.translations.of(item));
    }
    this.calculations.push({ key, ...calculation });
    return key;
  }

  /** Notes a part that belongs to no item. */
  note(severity: Issue["severity"], code: string, source: string, message: string, reason: Reason | null = null): void {
    this.notes.push({ severity, code, source, node_id: null, reason, message, cause: "" });
  }

  /** Keeps valid names for the questions that have them. */
  reserve(names: Iterable<string>): void {
    for (const name of names) if (isId(name)) this.reserved.add(name);
  }

  /** Returns a valid id, like the wish, that no node, page or calculation has. */
  freeId(wish: string): string {
    const base = wish.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, idLength - suffixLength) || "question";
    let id = isId(wish) ? wish : base;
    let suffix = this.suffixes.get(base) ?? 2;
    const isTaken = (one: string) => this.ids.has(one) || (one !== wish && this.reserved.has(one));
    while (isTaken(id)) id = `${base}_${suffix++}`;
    this.suffixes.set(base, suffix);
    this.ids.add(id);
    return id;
  }
}

/** Returns a calculation's key in `owners`. A node can have the ID that a calculation has as its key. */
export const ownerKey = (calculation: string): string => `calculation ${calculation}`;

const idLength = 64;
/** characters that `_1000` and the like may need */
const suffixLength = 6;
