import { type Raw, record, records, text } from "../values.ts";
import { conditionOf, Unconverted } from "./conditions.ts";
import type { References } from "./references.ts";

/** Adds an edge for each jump, in their order. */
export function addJumps(references: References, logic: readonly Raw[]): void {
  const indexes = new Map(references.form.nodes.map(({ id }, index) => [id, index]));
  logic.forEach((rule, at) => {
    records(rule.actions).forEach((action, index) => {
      if (text(action.action) === "jump") addJump(references, rule, action, `logic[${at}].actions[${index}]`, indexes);
    });
  });
}

function addJump(
  references: References,
  rule: Raw,
  action: Raw,
  source: string,
  indexes: ReadonlyMap<string, number>,
): void {
  const { form, sources, targets } = references;
  const from = sources.get(text(rule.ref));
  const target = record(record(action.details).to);
  const to = targets.get(text(target.value)) ?? (isDefaultEnd(target) ? defaultEnd(references) : undefined);
  try {
    if (from === undefined) throw new Unconverted("its question isn't imported");
    if (to === undefined) throw new Unconverted(`“${text(target.value).slice(0, 60)}” isn't in the form`);
    const isBackward = (indexes.get(to) ?? 0) <= (indexes.get(from) ?? 0);
    if (isBackward) throw new BackwardJump(`it leads back to “${to}”`);
    form.jumps.push({ from, to, condition: conditionOf(record(action.condition), references) });
  } catch (error) {
    if (!(error instanceof Unconverted)) throw error;
    const code = error instanceof BackwardJump ? "backward_jump" : "jump";
    const message = `A jump isn't imported: ${error.message}.`;
    const owner = form.owners.get(from ?? "");
    if (owner) owner.lostPart(code, message, source);
    else form.note("lost", code, source, message);
  }
}

class BackwardJump extends Unconverted {}

/** Typeform's own end screen isn't always in the document. */
const isDefaultEnd = ({ type, value }: Raw): boolean => text(type) === "thankyou" && text(value).startsWith("default");

function defaultEnd({ form }: References): string | undefined {
  return form.nodes.find(({ question_type }) => question_type === "end_screen")?.id;
}
