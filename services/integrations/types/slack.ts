import type { Graph, GraphNode } from "../../../shared/graph/types.ts";
import { compileQuestion } from "../../../shared/questions/index.ts";
import type { SessionEvent, TestEvent } from "../../../shared/shapes/events.ts";
import type { Answer } from "../../../shared/shapes/sessions.ts";
import type { OutgoingRequest } from "../outgoing/request.ts";
import { address } from "./address.ts";
import { outcomeOf } from "./outcome.ts";
import type { Connection, IntegrationModule, Outcome, Tools } from "./type.ts";

/** A readable message to a channel; its address is its only credential, hence a secret. */
export const slack: IntegrationModule = {
  config: { webhook_url: { ...address, isSecret: true, isRequired: true } },
  isOAuth: false,
  async deliver({ event, ...connection }, tools) {
    const { form, session } = event.data;
    const graph = await tools.graphOf(form.id, session.version_number);
    return say(connection, messageOf(event, graph), tools);
  },
  check: ({ event, ...connection }: Connection & { event: TestEvent }, tools) =>
    say(connection, escaped(event.data.message), tools),
};

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
async function say({ secrets }: Connection, text: string, { send, now }: Tools): Promise<Outcome> {
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
  return `*${escaped(node?.data?.title || answer.node_id)}*\n${escaped(shortened(readable(answer, node)))}`;
}

/** Options by their labels, a matrix row by row: as the export tells them. */
function readable({ answer }: Answer, node: GraphNode | undefined): string {
  const compiled = node && compileQuestion(node);
  if (!compiled?.ok) return typeof answer === "string" ? answer : JSON.stringify(answer);
  const { columns, cells } = compiled.value;
  const texts = cells(answer, "labels").map((cell, index) => {
    const label = columns[index]?.label;
    return label && cell ? `${label}: ${cell}` : cell;
  });
  return texts.filter((text) => text !== "").join("\n");
}

const shortened = (text: string): string => (text.length > answerLimit ? `${text.slice(0, answerLimit)}…` : text);

/** https://docs.slack.dev/messaging/formatting-message-text#escaping */
const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/([*_~`])/g, "\u200b$1");
