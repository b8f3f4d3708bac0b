import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { conditionOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import type { Truth } from "../expressions/truth.ts";
import { firstEnd } from "../firstEnd.ts";
import { type Raw, record, records, text } from "../values.ts";
import { conditionTerm } from "./logic.ts";
import type { Block, Survey } from "./survey.ts";

/** Returns the place that a jump leads to: a block, or the number of blocks for an ending. */
const placeOf = (blocks: readonly Block[], target: string): number => {
  const found = blocks.findIndex(({ raw }) => text(raw.id) === target);
  return found < 0 ? blocks.length : found;
};

const jumpOf = (rule: Raw): string | undefined => {
  const jump = records(rule.actions).find(({ objective }) => /^jumpTo(Question|Block)$/.test(text(objective)));
  return jump && text(jump.target);
};

/** Returns the blocks that a path leads to, whatever the answers are. A default target replaces the next block. */
export function reachableBlocks(blocks: readonly Block[]): Set<number> {
  const reachable = new Set([0]);
  for (const { raw, at } of blocks) {
    if (!reachable.has(at)) continue;
    const fallback = text(raw.logicFallback);
    reachable.add(fallback === "" ? at + 1 : placeOf(blocks, fallback));
    for (const jump of records(raw.logic).map(jumpOf)) if (jump !== undefined) reachable.add(placeOf(blocks, jump));
  }
  return reachable;
}

/** Returns whether a jump can pass over a block on the way to another one, or to an ending, whose place is after all blocks. */
export function passesIn(blocks: readonly Block[]): Survey["isPassable"] {
  const passed = new Set<number>();
  const ended = new Set<number>();
  for (const { raw, at } of blocks) {
    const targets = [...records(raw.logic).map(jumpOf), text(raw.logicFallback) || undefined];
    for (const to of targets.flatMap((it) => (it === undefined ? [] : placeOf(blocks, it))))
      for (let between = at + 1; between < to; between++) (to < blocks.length ? passed : ended).add(between);
  }
  return (block, reader) => passed.has(block) || (reader >= blocks.length && ended.has(block));
}

/** Adds the edges of a block: its rules in their order, of which the first that holds and jumps is taken, and its default target. */
export function addJumps(survey: Survey, block: Block, endings: ReadonlyMap<string, GraphNode>): void {
  const { form } = survey;
  if (!block.isReachable) return;
  const last = block.nodes.findLast((node) => form.nodes.includes(node));
  const item = last && form.owners.get(last.id);
  const lose = (why: string, code = "jump") => {
    const message = `A jump isn't imported: ${why}.`;
    if (item) item.lostPart(code, message);
    else form.note("lost", code, block.sourceOf(0), message);
  };
  const add = (target: string, condition: Truth | null) => {
    if (condition === null || condition === false) return;
    if (!last) return lose("its block isn't imported");
    if (placeOf(survey.blocks, target) <= block.at) return lose("it leads back", "backward_jump");
    const to = targetOf(survey, endings, target) ?? firstEnd(survey.form, endings);
    form.jumps.push({ from: last.id, to: to.id, condition: condition === true ? null : condition });
  };
  for (const [rule, raw] of records(block.raw.logic).entries()) {
    const target = jumpOf(raw);
    noteRequired(survey, raw);
    if (raw.conditions === undefined) lose("logic of this old version of Formbricks isn't supported");
    else if (target !== undefined) add(target, last ? judged(survey, block, last, raw, rule, lose) : true);
  }
  const fallback = text(block.raw.logicFallback);
  if (fallback !== "") add(fallback, true);
}

function judged(
  survey: Survey,
  block: Block,
  last: GraphNode,
  raw: Raw,
  rule: number,
  lose: (why: string) => void,
): Truth | null {
  const { scope, form } = survey;
  const place = { block: block.at, rule, action: -1 };
  const convert = () => conditionOf(conditionTerm(survey, record(raw.conditions), place), scope);
  return attempt(
    () => scope.assuming(form.owners.get(last.id) ?? null, () => scope.at(last, convert, true)),
    ({ message }) => lose(message),
  );
}

/** Returns the first node of a block, or of those after it if nothing of it is imported. Undefined for an end. */
function targetOf(
  { blocks, form }: Survey,
  endings: ReadonlyMap<string, GraphNode>,
  target: string,
): GraphNode | undefined {
  const found = blocks.slice(placeOf(blocks, target)).flatMap(({ nodes }) => nodes);
  return endings.get(target) ?? found.find((node) => form.nodes.includes(node));
}

function noteRequired({ questions, form }: Survey, rule: Raw): void {
  for (const { objective, target } of records(rule.actions)) {
    if (text(objective) !== "requireAnswer" || questions.get(text(target))?.raw.required === true) continue;
    const node = form.nodes.find(({ id }) => id === text(target));
    const note = "Logic requires its answer of some respondents. It is optional for all.";
    const item = node && form.owners.get(node.id);
    if (item && !item.issues.some(({ message }) => message === note)) item.lostPart("required", note);
  }
}
