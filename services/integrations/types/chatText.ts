import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import type { SessionEvent } from "../../../shared/domain/shapes/events.ts";
import type { Answer } from "../../../shared/domain/shapes/sessions.ts";
import { readableCells } from "./answers.ts";

/** Markup of one chat. */
export interface ChatMarkup {
  bold(text: string): string;
  /** Text that shows as it was written, and mentions nobody. */
  escaped(text: string): string;
}

const happened: Record<SessionEvent["type"], string> = {
  "session.started": "New response started",
  "session.completed": "New response",
  "session.abandoned": "Response abandoned",
};

/** Chats take more; a message that people still read is far shorter. */
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
    const value = shortened(readableCells(answer, node).join("\n"));
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
