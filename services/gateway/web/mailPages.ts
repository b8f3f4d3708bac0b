import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, ServiceBroker } from "moleculer";
import type { MailLink } from "../../../shared/bus/contract/integrations.ts";
import { sendBody } from "../http/encodings.ts";
import { failureOf } from "../http/failure.ts";
import { escaped } from "../http/staticPage.ts";
import type { Limits } from "../limits/limits.ts";
import { callInTime } from "../request/call.ts";

/**
 * Pages of the links in emails (features §17). They need no sign-in, script or build. GET only asks, because mail programs and
 * scanners open links. POST confirms an address or stops the emails, from the page or by one click (RFC 8058).
 */
export const mailPages: Record<string, (exchange: Exchange) => Promise<void>> = {
  "/mail/confirm": sendConfirm,
  "/mail/stop": sendStop,
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

interface Page {
  title: string;
  text: string;
  /** Posts to the page's own address. */
  button?: string;
}

const stopped = ({ address, form_title }: MailLink): Page => ({
  title: "Unsubscribed",
  text: `${address} no longer gets notifications about “${form_title}”.`,
});

type Action = "integrations.confirmMail" | "integrations.stopMail" | "integrations.mailLink";
type LinkCall = (action: Action, params: { token: string; purpose?: "confirm" | "stop" }) => Promise<MailLink>;

const ask = (call: LinkCall, purpose: "confirm" | "stop", token: string): Promise<MailLink> =>
  call("integrations.mailLink", { purpose, token });

/** Longer than any token. */
const longestToken = 200;

async function answer(exchange: Exchange, page: (call: LinkCall, token: string) => Promise<Page>): Promise<void> {
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
    if (status === 404) send(exchange, 404, { title: "Link expired", text: "Ask the sender for a new one." });
    else send(exchange, status, { title: "The service is busy", text: "Try again in a minute." });
  }
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;background:#f3f4f6;color:#1c2128;margin:0}
main{max-width:32rem;margin:15vh auto;padding:2rem;background:#fff;border:1px solid #d9dde3;border-radius:12px;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:0 0 1rem}button{font:inherit;font-weight:600;color:#fff;background:#1f4fd8;border:0;border-radius:8px;padding:.6rem 1.1rem}
@media (prefers-color-scheme:dark){body{background:#14171c;color:#e8eaed}main{background:#1e2329;border-color:#3a424d}button{background:#8ab4f8;color:#14171c}}`;
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

function send({ req, res }: Exchange, status: number, { title, text, button }: Page): void {
  const form = button ? `<form method="post"><button>${escaped(button)}</button></form>` : "";
  res.statusCode = status;
  res.setHeader("Content-Security-Policy", policy);
  res.setHeader("Content-Type", "text/html; charset=utf-8");
  res.setHeader("Cache-Control", "no-store");
  // the address has a token
  res.setHeader("Referrer-Policy", "no-referrer");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style></head><body><main><h1>${escaped(title)}</h1><p dir="auto">${escaped(text)}</p>${form}</main></body></html>`;
  sendBody(req, res, { plain: Buffer.from(html) });
}
