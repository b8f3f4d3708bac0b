import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { rowFieldsOf } from "../../../shared/domain/questions/rows.ts";

const choiceTypes: ReadonlySet<string> = new Set(["multiple_choice", "dropdown", "checkbox"]);

/** Returns the keys of fields with options. Empty for other types than records. */
export const choiceKeysOf = (question: Pick<CompiledQuestion, "config" | "fields">): ReadonlySet<string> =>
  new Set((rowFieldsOf(question) ?? []).filter((field) => choiceTypes.has(field.question.type)).map(({ key }) => key));
