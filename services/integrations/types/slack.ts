import type { OutgoingRequest } from "../outgoing/request.ts";
import { type ChatMarkup, chatText } from "./chatText.ts";
import { outcomeOf } from "./outcome.ts";
import type { Connection, ModuleOf, Outcome, Tools } from "./type.ts";

/** A message to a channel. The URL is the only credential, hence a secret. */
export const slack: ModuleOf<"slack"> = {
  async deliver({ event, ...connection }, tools) {
    const { form, session } = event.data;
    const graph = await tools.graphOf(form.id, session.version_number);
    return say(connection, chatText(event, graph, mrkdwn), tools);
  },
  check: ({ event, ...connection }, tools) => say(connection, mrkdwn.escaped(event.data.message), tools),
};

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
async function say({ secrets }: Pick<Connection, "secrets">, text: string, { send, now }: Tools): Promise<Outcome> {
  const request: OutgoingRequest = {
    method: "POST",
    url: secrets.webhook_url ?? "",
    headers: { "content-type": "application/json" },
    // an answer must not mention a channel or unfurl a link
    body: JSON.stringify({ text, link_names: false, unfurl_links: false, unfurl_media: false }),
  };
  return outcomeOf(request, await send(request), now());
}

/** https://docs.slack.dev/messaging/formatting-message-text */
const mrkdwn: ChatMarkup = {
  bold: (text) => `*${text}*`,
  escaped: (text) =>
    text
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll(/([*_~`])/g, "\u200b$1"),
};
