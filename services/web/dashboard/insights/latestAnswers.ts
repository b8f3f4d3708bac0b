import type { QuestionInsight } from "../../../../shared/api/shapes/insights.ts";
import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import { answerDateText } from "../../ui/dates.ts";

/** An answer as people read it, and its response. */
export interface LatestAnswer {
  id: string;
  text: string;
}

const answerLimit = 3;

/** Returns the newest answers to a question among these responses, which come newest first. Dates are in the browser's language. */
export const latestAnswers = (
  responses: readonly SessionListItem[],
  { node_id: nodeId, question_type: type }: Pick<QuestionInsight, "node_id" | "question_type">,
): LatestAnswer[] =>
  responses
    .flatMap(({ id, answers }) => {
      const text = answers?.[nodeId]?.text.trim();
      return text ? [{ id, text: type === "date" ? answerDateText(text) : text }] : [];
    })
    .slice(0, answerLimit);
