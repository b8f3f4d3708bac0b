import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import type { SessionEvent } from "../../../shared/domain/shapes/events.ts";
import type { Answer } from "../../../shared/domain/shapes/sessions.ts";
import type { OutgoingRequest } from "../outgoing/request.ts";
import { readableCells } from "./answers.ts";
import { outcomeOf } from "./outcome.ts";
import type { Connection, ModuleOf, Outcome, Tools } from "./type.ts";

/** A readable message to a channel; its address is its only credential, hence a secret. */
export const slack: ModuleOf<"slack"> = {
  async deliver({ event, ...connection }, tools) {
    const { form, session } = event.data;
    const graph = await tools.graphOf(form.id, session.version_number);
    return say(connection, messageOf(event, graph), tools);
  },
  check: ({ event, ...connection }, tools) => say(connection, escaped(event.data.message), tools),
};

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
async function say({ secrets }: Pick<Connection, "secrets">, text: string, { send, now }: Tools): Promise<Outcome> {
  const request: OutgoingRequest = {
    method: "POST",
    url: secrets.webhook_url ?? "",
    headers: { "content-type": "application/json" },
    // mrkdwn that nobody wrote on purpose: an answer must not call a whole channel, nor unfurl a link
    body: JSON.stringify({ text, link_names: false, unfurl_links: false, unfurl_media: false }),
  };
  return outcomeOf(request, await send(request), now());
}

const happened: Record<SessionEvent["type"], string> = {
  "session.started": "New response started",
  "session.completed": "New response",
  "session.abandoned": "Response abandoned",
};

/** Slack takes 40,000 characters; a message that is still read is far shorter. */
const answerLimit = 500;
const answersLimit = 40;

export function messageOf({ type, data: { form, session } }: SessionEvent, graph: Graph | null): string {
  const shown = session.answers.slice(0, answersLimit);
  const left = session.answers.length - shown.length;
  const score = Object.keys(session.score_breakdown).length > 0 ? [`Score: ${session.total_score}`] : [];
  const nodes = new Map(graph?.nodes.map((node) => [node.id, node]));
  return [
    `*${happened[type]}: ${escaped(form.title)}*`,
    ...shown.map((answer) => answerText(answer, nodes.get(answer.node_id))),
    ...(left > 0 ? [`… and ${left} more answers`] : []),
    ...score,
  ].join("\n");
}

function answerText(answer: Answer, node: GraphNode | undefined): string {
  return `*${escaped(node?.data?.title || answer.node_id)}*\n${escaped(shortened(readableCells(answer, node).join("\n")))}`;
}

const shortened = (text: string): string => (text.length > answerLimit ? `${text.slice(0, answerLimit)}…` : text);

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/([*_~`])/g, "\u200b$1");
