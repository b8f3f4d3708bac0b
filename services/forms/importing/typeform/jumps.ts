import { withoutCycles } from "../jumps.ts";
import { type Raw, record, records, text } from "../values.ts";
import { conditionOf, Unconverted } from "./conditions.ts";
import type { References } from "./references.ts";

/** Adds an edge for each jump, in their order. */
export function addJumps(references: References, logic: readonly Raw[]): void {
  logic.forEach((rule, at) => {
    records(rule.actions).forEach((action, index) => {
      if (text(action.action) === "jump") addJump(references, rule, action, `logic[${at}].actions[${index}]`);
    });
  });
}

/** Notes the variables that change in another order where a jump leads back. */
export function noteOrder({ form, ordered }: References): void {
  const ids = form.nodes.map(({ id }) => id);
  const order = new Map(ids.map((id, index) => [id, index]));
  const kept = [...withoutCycles(form.jumps, ids)];
  if (kept.some(({ from, to }) => (order.get(to) ?? 0) < (order.get(from) ?? 0))) for (const note of ordered) note();
}

function addJump(references: References, rule: Raw, action: Raw, source: string): void {
  const { form, sources, targets } = references;
  const from = sources.get(text(rule.ref));
  const target = record(record(action.details).to);
  const to = targets.get(text(target.value)) ?? (isDefaultEnd(target) ? defaultEnd(references) : undefined);
  try {
    if (from === undefined) throw new Unconverted("its question isn't imported");
    if (to === undefined) throw new Unconverted(`“${text(target.value).slice(0, 60)}” isn't in the form`);
    form.jumps.push({ from, to, condition: conditionOf(record(action.condition), references), source });
  } catch (error) {
    if (!(error instanceof Unconverted)) throw error;
    const message = `A jump isn't imported: ${error.message}.`;
    const owner = form.owners.get(from ?? "");
    if (owner) owner.lostPart("jump", message, source);
    else form.note("lost", "jump", source, message);
  }
}

/** Typeform's own end screen isn't always in the document. */
const isDefaultEnd = ({ type, value }: Raw): boolean => text(type) === "thankyou" && text(value).startsWith("default");

function defaultEnd({ form }: References): string | undefined {
  return form.nodes.find(({ question_type }) => question_type === "end_screen")?.id;
}
