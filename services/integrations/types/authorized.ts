import type { Answered, OutgoingRequest } from "../outgoing/request.ts";
import { outcomeOf, withoutToken } from "./outcome.ts";
import type { Outcome, Token, Tools } from "./type.ts";

/** A request to a provider's API: `path` begins with a slash; a body goes as JSON. */
export interface ApiRequest {
  method: OutgoingRequest["method"];
  path: string;
  body?: object;
}

/** What came of it; `outcome` is how it is reported where the delivery ends with it. */
export type Exchange =
  | { kind: "answered"; answer: Answered; outcome: Outcome }
  /** no token, no connection: nothing was answered */
  | { kind: "stopped"; outcome: Outcome };

export interface Api {
  send(request: ApiRequest): Promise<Exchange>;
}

/** How a provider says what is wrong, taken from the body of its answer; empty where it says nothing. */
export type Reason = (body: unknown) => string;

/**
 * A provider's API, with the integration's token. A token that is refused (401) is renewed once in an attempt and the
 * request sent again (decisions §7); what is refused after that is an error like others.
 */
export function openApi(name: string, tools: Tools, reasonOf: Reason): Api {
  let token: Token | null = null;
  let isRenewed = false;

  async function sendOnce(request: ApiRequest): Promise<Exchange> {
    if (token?.kind !== "token") token = await tools.accessToken();
    if (token.kind !== "token") return { kind: "stopped", outcome: withoutToken(token) };
    const outgoing = outgoingOf(request, token);
    const sent = await tools.send(outgoing);
    // gone (410) is a record there, not the receiver: it disables nothing
    const { disable: _, ...outcome } = outcomeOf(outgoing, sent, tools.now());
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
  exchange.kind === "answered" && exchange.outcome.error_message === null;

/** The body of an answer; undefined where it is no JSON, or was cut off. */
export const bodyOf = (exchange: Exchange): unknown =>
  exchange.kind === "answered" && !exchange.answer.is_cut ? parse(exchange.answer.body) : undefined;

/** A member of what a provider answered, where it is text. */
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

function explained(name: string, outcome: Outcome, reason: string): Outcome {
  if (outcome.error_message === null) return outcome;
  const said = reason ? `: ${reason.slice(0, reasonLimit)}` : ".";
  return { ...outcome, error_message: `${name} answered ${outcome.response_code}${said}` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
