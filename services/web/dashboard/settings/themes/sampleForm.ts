import type { PublicForm } from "../../../../../shared/api/shapes/sessions.ts";
import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import type { GivenAnswer } from "../../../respondent/preview/preview.ts";
import { sample } from "../../../strings/en/dashboard/themes.ts";
import { previewForm } from "../../../ui/previewForm.ts";

const [choice, text]: GivenAnswer[] = [
  { node_id: "choice", answer: "1" },
  { node_id: "text", answer: null },
];

/** The answers after which the form shows each screen. */
export const sampleAnswers = {
  choice: [],
  text: [choice],
  end: [choice, text],
} as Record<"choice" | "text" | "end", GivenAnswer[]>;

/** Returns a form to show a theme on: choices, a text and an end with a score. */
export const sampleForm = (theme: Theme): PublicForm =>
  previewForm({
    title: sample.title,
    language: "en",
    graph: {
      schema_version: "2.0",
      entry_node_id: "choice",
      nodes: [
        {
          id: "choice",
          question_type: "multiple_choice",
          data: {
            title: sample.question,
            description: sample.description,
            is_required: true,
            config: {
              options: sample.options.map((label, index) => ({ value: String(index), label })),
              scoring: { mode: "options", points: { 0: 10, 1: 8, 2: 3 } },
            },
          },
        },
        {
          id: "text",
          question_type: "short_text",
          data: { title: sample.text, config: { placeholder: sample.placeholder } },
        },
        {
          id: "end",
          question_type: "end_screen",
          data: { title: sample.end, description: sample.endText, config: { show_score: true } },
        },
      ],
      edges: [
        { from: "choice", to: "text", condition: null },
        { from: "text", to: "end", condition: null },
      ],
    },
    theme,
  });
