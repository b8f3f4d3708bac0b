import type { GraphNode, Json } from "../../shared/graph/types.ts";
import { compileQuestion } from "../../shared/questions/index.ts";
import type { CheckContext, CompiledQuestion, QuestionType } from "../../shared/questions/question.ts";

export type Config = Record<string, unknown>;

export const context: CheckContext = {
  today: "2024-02-28",
  isIssuedFile: (url) => url.startsWith("https://forms.example/api/v2/file/"),
};

export function node(type: QuestionType, config?: Config, is_required?: boolean): GraphNode {
  return { id: "q", question_type: type, data: { title: "Q", config, is_required } };
}

export function compile(type: QuestionType, config: Config = {}, is_required = false): CompiledQuestion {
  const parsed = compileQuestion(node(type, config, is_required));
  if (!parsed.ok) throw new Error(parsed.problems.join("\n"));
  return parsed.value;
}

export function problemsOf(type: QuestionType, config: Config, is_required = false): string[] {
  const parsed = compileQuestion(node(type, config, is_required));
  return parsed.ok ? [] : parsed.problems;
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

/** The least config that each type is happy with. */
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
};
