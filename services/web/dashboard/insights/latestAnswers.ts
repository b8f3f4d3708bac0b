import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";

/** An answer as people read it, and its response. */
export interface LatestAnswer {
  id: string;
  text: string;
}

const answerLimit = 3;

/** Returns the newest answers to a question among these responses, which come newest first. */
export const latestAnswers = (responses: readonly SessionListItem[], nodeId: string): LatestAnswer[] =>
  responses
    .flatMap(({ id, answers }) => {
      const text = answers?.[nodeId]?.text.trim();
      return text ? [{ id, text }] : [];
    })
    .slice(0, answerLimit);
