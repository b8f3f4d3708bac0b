import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { Answer } from "../../../shared/api/shapes/sessions.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { answerTexts } from "./answers.ts";

/** The markup of one chat. */
export interface ChatMarkup {
  bold(text: string): string;
  /** Escapes text, so that it shows as written and mentions no one. */
  escaped(text: string): string;
}

const happened: Record<SessionEvent["type"], string> = {
  "session.started": "New response started",
  "session.completed": "New response",
  "session.abandoned": "Response abandoned",
  "session.updated": "Response corrected",
};

/** Shorter than what chats accept, so that people still read it. */
const answerLimit = 500;
const answersLimit = 40;

/** Returns the message that tells a chat about an event, with the answers so far. */
export function chatText(
  { type, data: { form, session } }: SessionEvent,
  graph: Graph | null,
  { bold, escaped }: ChatMarkup,
): string {
  const shown = session.answers.slice(0, answersLimit);
  const left = session.answers.length - shown.length;
  const nodes = new Map(graph?.nodes.map((node) => [node.id, node]));
  const answerText = (answer: Answer, node: GraphNode | undefined): string => {
    const value = shortened(answerTexts(answer, node).join("\n"));
    return `${bold(escaped(node?.data?.title || answer.node_id))}\n${escaped(value)}`;
  };
  return [
    bold(`${happened[type]}: ${escaped(form.title)}`),
    ...shown.map((answer) => answerText(answer, nodes.get(answer.node_id))),
    ...(left > 0 ? [`… and ${left} more answers`] : []),
    ...(Object.keys(session.score_breakdown).length > 0 ? [`Score: ${session.total_score}`] : []),
  ].join("\n");
}

const shortened = (text: string): string => (text.length > answerLimit ? `${text.slice(0, answerLimit)}…` : text);
