import type { GraphNode, NodeData } from "../../../../shared/domain/graph/types.ts";
import type { Written } from "../expressions/guards.ts";
import { constant } from "../expressions/values.ts";
import { type Item, type LeftOut, type NewNode, unseen } from "../importedForm.ts";
import type { Raw } from "../values.ts";
import type { Block, Page } from "./blocks.ts";
import type { Known, TallyForm } from "./form.ts";
import { shownTerm, type Visibility } from "./logic.ts";

/** A question while it is converted. */
export interface Current {
  item: Item;
  page: Page;
  kind: string;
  /** blocks of the question, such as its options */
  blocks: readonly Block[];
  /** name in expressions */
  name: string;
  /** wish for its ID */
  id: string;
  title: string;
  words: Pick<NodeData, "title" | "description">;
  visibility: Visibility;
  /** UUIDs that its texts read */
  reads: readonly string[];
  options?: Pick<Known, "options" | "other">;
  /** Called with its node, such as to name the rows of a matrix. */
  onAdded?(node: GraphNode): void;
}

/** Node that a question becomes. */
export interface Made {
  question_type: string;
  config: Raw;
  /** addition to its description */
  more?: string;
  /** our values by those of logic */
  values?: ReadonlyMap<string, string>;
}

/** Returns a setting of a question. The first block that has it counts. */
export const settingOf = ({ blocks }: Current, key: string): unknown =>
  blocks.find(({ payload }) => (key === "isRequired" ? payload[key] === true : payload[key] !== undefined))?.payload[
    key
  ];

/** Gives the UUIDs of a question the name that expressions have for it. The first one of a UUID counts. */
export function nameGroup({ names, questions }: TallyForm, current: Current): void {
  const { name, kind, page, options = { options: new Set<string>(), other: null } } = current;
  const parts = new Set([current.blocks[0]?.group ?? "", ...current.blocks.map(({ uuid }) => uuid)]);
  for (const uuid of parts) if (uuid !== "" && !names.has(uuid)) names.set(uuid, name);
  const isSure = current.visibility === true && settingOf(current, "isRequired") === true;
  if (!questions.has(name)) questions.set(name, { kind, page: page.at, isSure, ...options });
}

/** A part of a page whose node has conditions. */
type Shown = Pick<Current, "item" | "page" | "name" | "visibility" | "reads">;

/** Adds a node with the conditions for it to be shown. */
export function addNode(tally: TallyForm, { item, page, name, visibility, reads }: Shown, added: NewNode): GraphNode {
  const node = tally.form.add(item, added);
  page.items.add(item);
  const shown = typeof visibility === "boolean" ? [] : [writtenOf(tally, item, visibility, page)];
  const logic = typeof visibility === "boolean" ? [] : [...new Set(visibility.effects.map(({ rule }) => rule))];
  tally.asked.push({ item, node, names: [name], shown, rules: [], reads, logic });
  return node;
}

/** The term is made once, since each comparison counts, and its assumptions are noted once. */
function writtenOf(tally: TallyForm, item: Item, visibility: Exclude<Visibility, boolean>, page: Page): Written {
  let made: (() => ReturnType<Written["parse"]>) | null = null;
  const make = (): (() => ReturnType<Written["parse"]>) => {
    try {
      const term = tally.scope.assuming(item, () => shownTerm(tally, visibility, page.at));
      return () => term;
    } catch (error) {
      return () => {
        throw error;
      };
    }
  };
  const sources = [...new Set(visibility.effects.map(({ rule }) => rule.source))];
  return {
    source: `logic of ${sources.join(", ")}`,
    parse: () => {
      made ??= make();
      return made();
    },
  };
}

/** Returns the options that logic can name. */
export function choicesIn({ blocks }: Current): Pick<Known, "options" | "other"> {
  const [fixed, others] = [false, true].map((isOther) =>
    blocks.filter((block) => isChoice(block) && (block.payload.isOtherOption === true) === isOther),
  );
  return { options: new Set((fixed ?? []).map(({ uuid }) => uuid)), other: others?.[0]?.uuid ?? null };
}

const isChoice = ({ type }: Block): boolean =>
  /^(MULTIPLE_CHOICE_|DROPDOWN_|MULTI_SELECT_)OPTION$|^CHECKBOX$/.test(type);

/** Logic reads it as a question without an answer. */
export function leaveOut(tally: TallyForm, current: Current, why: LeftOut = unseen): void {
  current.item.leaveOut(why);
  current.options = choicesIn(current);
  nameGroup(tally, current);
  tally.scope.add(current.name, constant(""));
}

/** Returns a wish for an ID. */
export const idOf = (...wishes: readonly string[]): string =>
  wishes
    .map((wish) =>
      wish
        .replace(/[^A-Za-z0-9]+/g, "_")
        .replace(/^_+|_+$/g, "")
        .slice(0, 40),
    )
    .find(Boolean) ?? "question";
