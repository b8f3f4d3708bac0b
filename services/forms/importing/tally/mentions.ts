import { casesOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import { call, valueTerm } from "../expressions/terms.ts";
import { type Raw, text } from "../values.ts";
import type { TallyForm } from "./form.ts";
import { fieldTerm } from "./logic.ts";

/** Gives a name to each value that texts insert: the answer, or other words without one. */
export function addMentions(tally: TallyForm): void {
  const { scope, mentions } = tally;
  for (const name of mentions.used) {
    const [at = 0, page = 0] = name.split("@").map(Number);
    const { field = {}, fallback = "" } = mentions.known[at] ?? {};
    const found = attempt(
      () => {
        const term = fieldTerm(tally, field, { page, rule: null });
        const value = casesOf(term, scope);
        const inserted = term.kind === "name" ? scope.insertions.get(term.name) : undefined;
        if (inserted !== undefined && fallback === "") scope.insertions.set(name, inserted);
        const isSure = fallback === "" || hasValue(tally, field, page);
        return isSure ? value : casesOf(call("coalesce", term, valueTerm(fallback)), scope);
      },
      ({ message, cause }) => scope.lose(name, message, cause),
    );
    if (found) scope.add(name, found);
  }
}

/** Whether a computed number, or a question before a page, always has a value. */
function hasValue({ variables, names, questions, isPassable }: TallyForm, field: Raw, page: number): boolean {
  const known = questions.get(names.get(text(field.uuid)) ?? "");
  if (!known) return variables.isNumber(text(field.uuid));
  return known.isSure && known.page < page && !isPassable(known.page, page);
}
