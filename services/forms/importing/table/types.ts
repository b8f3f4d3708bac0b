import type { QuestionType } from "../../../../shared/domain/questions/question.ts";

/** Question that a type makes, before the options and the limits of its row. */
export interface Kind {
  question_type: QuestionType;
  config?: Record<string, unknown>;
}

const kinds: readonly (readonly [kind: Kind, words: string])[] = [
  [{ question_type: "short_text" }, "text, short text, short answer, string, open, open ended, single line"],
  [{ question_type: "long_text" }, "long text, long answer, paragraph, textarea, multi line, essay, comment"],
  [{ question_type: "email" }, "email, e mail, email address"], // words: ok
  [{ question_type: "phone" }, "phone, phone number, telephone, mobile"],
  [{ question_type: "number" }, "number, numeric, decimal"],
  [{ question_type: "number", config: { decimals: 0 } }, "integer, whole number"],
  [{ question_type: "date" }, "date, day"],
  [{ question_type: "date", config: { precision: "minute" } }, "datetime, date time, date and time"],
  [{ question_type: "date", config: { precision: "time" } }, "time"],
  [{ question_type: "multiple_choice" }, "multiple choice, single choice, choice, radio, radio button, radio buttons"],
  [{ question_type: "multiple_choice" }, "single select, select one, choose one, one"],
  [{ question_type: "dropdown" }, "dropdown, drop down, select, list"],
  [{ question_type: "yes_no" }, "yes no, boolean, true false"],
  [{ question_type: "checkbox" }, "checkbox, checkboxes, multiple answers, multiple selection, multi select"],
  [{ question_type: "checkbox" }, "choose many, select many, select multiple, many, several"],
  [{ question_type: "ranking" }, "ranking, rank, order"],
  [{ question_type: "star_rating" }, "star rating, rating, stars"],
  [{ question_type: "opinion_scale" }, "opinion scale, linear scale, scale, likert, likert scale"],
  [{ question_type: "opinion_scale", config: { min: 0, max: 10 } }, "nps, net promoter score"],
  [{ question_type: "number_scale" }, "number scale, slider"],
  [{ question_type: "file_upload" }, "file, file upload, upload"],
  [{ question_type: "file_upload", config: { input: "draw" } }, "signature"],
  [{ question_type: "welcome_screen" }, "statement, note, text block, welcome screen, heading, info"],
];

/** `Yes/No`, `yes_no` and `yes no` are the same. */
const plainWord = (type: string): string => type.toLowerCase().replace(/[^a-z]/g, "");

const byWord: ReadonlyMap<string, Kind> = new Map(
  kinds.flatMap(([kind, words]) => words.split(",").map((word) => [plainWord(word), kind] as const)),
);

/** Returns what a `type` cell means. Without one, options make it a choice. Null for a type that isn't known. */
export function kindOf(type: string, hasOptions: boolean): Kind | null {
  if (type === "") return { question_type: hasOptions ? "multiple_choice" : "short_text" };
  return byWord.get(plainWord(type)) ?? null;
}
