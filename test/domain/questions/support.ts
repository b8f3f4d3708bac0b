import type { GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import type { CheckContext, CompiledQuestion, QuestionType } from "../../../shared/domain/questions/question.ts";
import { readQuestion } from "../../../shared/domain/questions/read.ts";
import { faultTexts } from "../../support/problems.ts";

export type Config = Record<string, unknown>;

export const context: CheckContext = {
  today: "2024-02-28",
  isIssuedFile: (url) => url.startsWith("https://forms.example/api/v2/file/"),
};

export function node(type: QuestionType, config?: Config, isRequired?: boolean): GraphNode {
  return { id: "q", question_type: type, data: { title: "Q", config, is_required: isRequired } };
}

export function compile(type: QuestionType, config: Config = {}, isRequired = false): CompiledQuestion {
  const parsed = readQuestion(node(type, config, isRequired));
  if (!parsed.ok) throw new Error(faultTexts(parsed.faults).join("\n"));
  return parsed.value;
}

export function problemsOf(type: QuestionType, config: Config, isRequired = false): string[] {
  const parsed = readQuestion(node(type, config, isRequired));
  return parsed.ok ? [] : faultTexts(parsed.faults);
}

export function reply(question: CompiledQuestion, value: Json | undefined) {
  return question.check(value, context);
}

export const labelled = (...values: string[]) => values.map((value) => ({ value, label: value.toUpperCase() }));
export const pictures = (...values: string[]) =>
  labelled(...values).map((it) => ({ ...it, image_url: `https://x.example/${it.value}.png`, alt: "" }));

export const rows = [
  { key: "food", label: "Food" },
  { key: "staff", label: "Staff" },
];
export const columns = [
  { value: "bad", label: "Bad" },
  { value: "good", label: "Good" },
];

/** Minimal valid config of each type. */
export const minimal: Record<QuestionType, Config> = {
  welcome_screen: {},
  end_screen: {},
  short_text: {},
  long_text: {},
  email: {},
  phone: {},
  number: {},
  date: {},
  multiple_choice: { options: labelled("a", "b") },
  dropdown: { options: labelled("a") },
  yes_no: {},
  checkbox: { options: labelled("a", "b", "c") },
  picture_choice: { options: pictures("a", "b") },
  ranking: { options: labelled("a", "b", "c") },
  star_rating: {},
  number_scale: {},
  opinion_scale: {},
  emoji_rating: {},
  matrix: { rows, columns },
  file_upload: {},
  records: { fields: [{ key: "name", title: "Name", question_type: "short_text" }] },
};

/** A valid answer of each type with its minimal config, null for screens. */
export const sampleAnswers = {
  welcome_screen: null,
  end_screen: null,
  short_text: "Ada",
  long_text: "line\nline",
  email: "ada@example.com",
  phone: "+44 20 7946 0958",
  number: 0.1,
  date: "2024-02-29",
  multiple_choice: "b",
  dropdown: "a",
  yes_no: "no",
  checkbox: ["c", "a"],
  picture_choice: ["a"],
  ranking: ["b", "a", "c"],
  star_rating: 4,
  number_scale: 10,
  opinion_scale: 0,
  emoji_rating: "great",
  matrix: { staff: "good" },
  file_upload: ["https://forms.example/api/v2/file/1/"],
  records: [{ name: "Ada" }],
} satisfies Record<QuestionType, Json>;
