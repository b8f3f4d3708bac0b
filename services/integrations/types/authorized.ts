import type { Answered, OutgoingRequest } from "../outgoing/request.ts";
import { outcomeOf, withoutToken } from "./outcome.ts";
import type { Outcome, Token, Tools } from "./type.ts";

/** A request to a provider's API. `path` begins with a slash, a body is sent as JSON. */
export interface ApiRequest {
  method: OutgoingRequest["method"];
  path: string;
  body?: object;
}

/** The result of a request. `outcome` is the delivery's, if it ends here. */
export type Exchange =
  | { kind: "answered"; answer: Answered; outcome: Outcome }
  /** No token or no connection. */
  | { kind: "stopped"; outcome: Outcome };

export interface Api {
  send(request: ApiRequest): Promise<Exchange>;
}

/** Returns the reason in a provider's error body, or an empty string. */
export type Reason = (body: unknown) => string;

/**
 * Opens a provider's API with the integration's token. A refused token (401) is renewed once per attempt and the
 * request repeated (decisions §7).
 */
export function openApi(name: string, tools: Tools, reasonOf: Reason): Api {
  let token: Token | null = null;
  let isRenewed = false;

  async function sendOnce(request: ApiRequest): Promise<Exchange> {
    if (token?.kind !== "token") token = await tools.accessToken();
    if (token.kind !== "token") return { kind: "stopped", outcome: withoutToken(token) };
    const outgoing = outgoingOf(request, token);
    const sent = await tools.send(outgoing);
    const outcome = ofRecord(outcomeOf(outgoing, sent, tools.now()));
    if (sent.kind === "failed") return { kind: "stopped", outcome };
    return { kind: "answered", answer: sent, outcome: explained(name, outcome, reasonOf(parse(sent.body))) };
  }

  return {
    async send(request) {
      const first = await sendOnce(request);
      if (first.kind === "stopped" || first.answer.status !== 401 || isRenewed) return first;
      isRenewed = true;
      token = await tools.refresh();
      return sendOnce(request);
    },
  };
}

export const isSuccess = (exchange: Exchange): exchange is Extract<Exchange, { kind: "answered" }> =>
  exchange.kind === "answered" && exchange.outcome.kind === "delivered";

/** Returns the parsed response body, or undefined if it isn't complete JSON. */
export const bodyOf = (exchange: Exchange): unknown =>
  exchange.kind === "answered" && !exchange.answer.is_cut ? parse(exchange.answer.body) : undefined;

/** Returns a member of a response if it is a string. */
export const textAt = (value: unknown, name: string): string => {
  const member = (Object(value) as Record<string, unknown>)[name];
  return typeof member === "string" ? member : "";
};

function outgoingOf({ method, path, body }: ApiRequest, token: Extract<Token, { kind: "token" }>): OutgoingRequest {
  return {
    method,
    url: token.instance_url + path,
    headers: {
      authorization: `Bearer ${token.token}`,
      accept: "application/json",
      ...(body && { "content-type": "application/json" }),
    },
    body: body ? JSON.stringify(body) : null,
  };
}

const reasonLimit = 500;

/** 410 is about a record, not the receiver, so it doesn't disable the integration. */
const ofRecord = (outcome: Outcome): Outcome =>
  outcome.kind === "gone" ? { ...outcome, kind: "failed", retry_after: null } : outcome;

function explained(name: string, outcome: Outcome, reason: string): Outcome {
  if (outcome.kind !== "failed") return outcome;
  const explanation = reason ? `: ${reason.slice(0, reasonLimit)}` : ".";
  return { ...outcome, error_message: `${name} returned ${outcome.response_code}${explanation}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
