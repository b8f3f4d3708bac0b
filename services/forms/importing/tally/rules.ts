import { type Raw, record, records, scalar, text } from "../values.ts";
import type { Block, Page } from "./blocks.ts";

/** A block of conditional logic. */
export interface Rule {
  /** place among all rules, in whose order they act */
  at: number;
  page: number;
  /** such as `blocks[3]` */
  source: string;
  payload: Raw;
  /** UUIDs of the fields that it reads */
  reads: ReadonlySet<string>;
}

/** A rule that shows or hides a block. */
export interface Effect {
  rule: Rule;
  isShow: boolean;
}

/** An action of a rule. */
export interface Action {
  rule: Rule;
  /** place in the rule */
  at: number;
  payload: Raw;
}

/** A block with more rules keeps none of them, because each takes a comparison. */
const effectLimit = 100;

/** Logic of a form, by what it acts on. */
export class Rules {
  private readonly effects = new Map<string, Effect[]>();
  /** rules that jump, by page */
  readonly jumps = new Map<number, Action[]>();
  /** changes by the UUID of a calculated field */
  readonly changes = new Map<string, Action[]>();
  /** rules that require an answer, by UUID */
  readonly required = new Map<string, Action[]>();
  /** actions without a counterpart */
  readonly others: { rule: Rule; type: string }[] = [];

  constructor(pages: readonly Page[]) {
    let count = 0;
    for (const { at: page, blocks } of pages)
      for (const block of blocks.filter(isRule)) {
        const { payload } = block;
        const reads = new Set(fieldsIn(payload));
        const rule = { at: count++, page, source: `blocks[${block.at}]`, payload, reads };
        for (const [at, action] of records(block.payload.actions).entries()) this.read(rule, at, action);
      }
  }

  private read(rule: Rule, at: number, { type, payload }: Raw): void {
    const action = { rule, at, payload: record(payload) };
    const { showBlocks, hideBlocks, requireAnswer, calculate } = action.payload;
    switch (text(type)) {
      case "SHOW_BLOCKS":
        this.show(rule, true, showBlocks);
        break;
      case "HIDE_BLOCKS":
        this.show(rule, false, hideBlocks);
        break;
      case "JUMP_TO_PAGE":
        push(this.jumps, rule.page, action);
        break;
      case "REQUIRE_ANSWER":
        push(this.required, text(requireAnswer), action);
        break;
      case "CALCULATE":
        push(this.changes, text(record(record(calculate).field).uuid), action);
        break;
      default:
        this.others.push({ rule, type: scalar(type) });
    }
  }

  private show(rule: Rule, isShow: boolean, uuids: unknown): void {
    for (const uuid of new Set(Array.isArray(uuids) ? uuids.map(text) : []))
      if ((this.effects.get(uuid)?.length ?? 0) <= effectLimit) push(this.effects, uuid, { rule, isShow });
  }

  /** Returns what shows and hides a block, in the order in which it acts. */
  effectsOn(uuid: string): readonly Effect[] {
    return this.effects.get(uuid) ?? [];
  }

  /** Returns the same for blocks that logic shows and hides together. */
  keyOf(uuid: string): string {
    return this.effectsOn(uuid)
      .map(({ rule, isShow }) => `${isShow ? "+" : "-"}${rule.at}`)
      .join();
  }

  /** UUIDs of blocks that logic shows or hides. */
  get targets(): Iterable<[uuid: string, effects: readonly Effect[]]> {
    return this.effects;
  }
}

export const isTooMany = (effects: readonly Effect[]): boolean => effects.length > effectLimit;

const isRule = ({ type }: Block): boolean => type === "CONDITIONAL_LOGIC";

function fieldsIn(group: Raw): string[] {
  return records(group.conditionals).flatMap(({ type, payload }) => {
    if (type === "GROUP") return fieldsIn(record(payload));
    const { field, value } = record(payload);
    return [field, value].map((it) => text(record(it).uuid));
  });
}

function push<K, T>(lists: Map<K, T[]>, key: K, value: T): void {
  const found = lists.get(key);
  if (found) found.push(value);
  else lists.set(key, [value]);
}
