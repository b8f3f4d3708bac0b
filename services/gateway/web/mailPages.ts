import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, ServiceBroker } from "moleculer";
import Negotiator from "negotiator";
import type { InvitationLink, MailLink } from "../../../shared/bus/contract/integrations.ts";
import { directionOf } from "../../../shared/languages/direction.ts";
import { languages } from "../../../shared/languages/languages.ts";
import { mailWords } from "../../../shared/languages/mails.ts";
import { filled } from "../../../shared/languages/words.ts";
import { failureOf } from "../http/failure.ts";
import { type PlainPage, sendPlainPage } from "../http/plainPage.ts";
import type { Limits } from "../limits/limits.ts";
import { callInTime } from "../request/call.ts";

/**
 * Pages of the links in emails (features §17). They need no sign-in, script or build. GET only asks, because mail programs and
 * scanners open links. POST confirms an address or stops the emails, from the page or by one click (RFC 8058).
 */
export const mailPages: Record<string, (exchange: Exchange) => Promise<void>> = {
  "/mail/confirm": sendConfirm,
  "/mail/stop": sendStop,
  "/mail/leave": sendLeave,
};

interface Exchange {
  broker: ServiceBroker;
  limits: Pick<Limits, "byAddress">;
  req: IncomingMessage;
  res: ServerResponse;
  search: URLSearchParams;
}

async function sendConfirm(exchange: Exchange): Promise<void> {
  await answer(exchange, async (call, token) => {
    const isPost = exchange.req.method === "POST";
    const link = isPost ? await call("integrations.confirmMail", { token }) : await ask(call, "confirm", token);
    if (link.is_stopped) return stopped(link);
    if (!isPost)
      return {
        title: "Confirm your email address",
        text: `We’ll send notifications about “${link.form_title}” to ${link.address}.`,
        button: "Confirm",
      };
    return {
      title: "Address confirmed",
      text: `${link.address} now gets notifications about “${link.form_title}”.`,
    };
  });
}

async function sendStop(exchange: Exchange): Promise<void> {
  await answer(exchange, async (call, token) => {
    if (exchange.req.method === "POST") return stopped(await call("integrations.stopMail", { token }));
    const link = await ask(call, "stop", token);
    if (link.is_stopped) return stopped(link);
    return {
      title: "Unsubscribe?",
      text: `We’ll stop sending notifications about “${link.form_title}” to ${link.address}.`,
      button: "Unsubscribe",
    };
  });
}

const stopped = ({ address, form_title }: MailLink): PlainPage => ({
  title: "Unsubscribed",
  text: `${address} no longer gets notifications about “${form_title}”.`,
});

/** Stops a workspace's invitations, in the language of the recipient. Only the browser knows it if the link is unknown. */
async function sendLeave(exchange: Exchange): Promise<void> {
  const { req } = exchange;
  const action = req.method === "POST" ? "integrations.leaveInvitations" : "integrations.invitationLink";
  const page = async (call: LinkCall, token: string) => leavePage(await call(action, { token }));
  await answer(exchange, page, () => acceptedLanguage(req));
}

/** Reads only the first languages of a header, because each is compared with all that there are. */
function acceptedLanguage(req: IncomingMessage): string {
  const headers = { "accept-language": (req.headers["accept-language"] ?? "").slice(0, 200) };
  return new Negotiator({ headers }).language([...languages]) ?? "en";
}

/** Without its text if the address is erased. */
function leavePage({ address, workspace, language: tag, is_stopped: isStopped }: InvitationLink): PlainPage {
  const { words, language } = mailWords(tag);
  const text = isStopped ? words.unsubscribedText : words.unsubscribeText;
  return {
    language,
    ...(address !== null && { text: filled(text, { address, workspace }, directionOf(language) === "rtl") }),
    ...(isStopped ? { title: words.unsubscribedTitle } : { title: words.unsubscribeTitle, button: words.unsubscribe }),
  };
}

type MailAction = "integrations.confirmMail" | "integrations.stopMail" | "integrations.mailLink";
type LeaveAction = "integrations.invitationLink" | "integrations.leaveInvitations";
type Action = MailAction | LeaveAction;
interface LinkCall {
  (action: MailAction, params: { token: string; purpose?: "confirm" | "stop" }): Promise<MailLink>;
  (action: LeaveAction, params: { token: string }): Promise<InvitationLink>;
}

const ask = (call: LinkCall, purpose: "confirm" | "stop", token: string): Promise<MailLink> =>
  call("integrations.mailLink", { purpose, token });

/** Longer than any token. */
const longestToken = 200;

/** `languageOf` returns the language of a failure. */
async function answer(
  exchange: Exchange,
  page: (call: LinkCall, token: string) => Promise<PlainPage>,
  languageOf: () => string = () => "en",
): Promise<void> {
  const { req, res, search, broker, limits } = exchange;
  try {
    await limits.byAddress({ req, res, route: { auth: "public" } });
    const options = { isIdempotent: true, isQuick: true, traceparent: String(req.headers.traceparent) };
    const bus = { call: broker.call.bind(broker), broker } as Pick<Context, "call" | "broker">;
    const call = ((action: Action, params: never) => callInTime(bus, action, params, options)) as LinkCall;
    const token = (search.get("token") ?? "").slice(0, longestToken);
    send(exchange, 200, await page(call, token));
  } catch (error) {
    const { status, headers } = failureOf(error, "");
    if (status !== 404 && status !== 429 && status < 502) throw error;
    for (const [header, value] of Object.entries(headers)) res.setHeader(header, value);
    const { words, language } = mailWords(languageOf());
    if (status === 404) send(exchange, 404, { language, title: words.expiredTitle, text: words.expiredText });
    else send(exchange, status, { language, title: words.busyTitle, text: words.busyText });
  }
}

function send({ req, res }: Exchange, status: number, page: PlainPage): void {
  // the address has a token
  res.setHeader("Referrer-Policy", "no-referrer");
  sendPlainPage(req, res, status, page);
}
