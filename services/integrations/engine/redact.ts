import type { Logged, Outcome } from "../types/type.ts";

/**
 * Removes credentials from what is stored of an attempt (decisions §7): headers that carry credentials, and every known
 * secret anywhere in the text, because a receiver may echo its request.
 */
export function redactOutcome(outcome: Outcome, secrets: readonly string[]): Outcome {
  const all = [...secrets.flatMap(partsOf), ...credentialsIn(outcome.request)];
  const known = all.filter((secret) => secret.length >= shortest).flatMap(spellings);
  const clean = (text: string) => storable(known.reduce((rest, secret) => rest.replaceAll(secret, mark), text));
  const redacted = {
    ...outcome,
    request: outcome.request && redactLogged(outcome.request, (name) => !ours.has(name), clean),
    response: outcome.response && redactLogged(outcome.response, (name) => name === "set-cookie", clean),
  };
  if (redacted.kind === "delivered" || redacted.error_message === null) return redacted;
  return { ...redacted, error_message: clean(redacted.error_message).slice(0, messageLimit) };
}

const mark = "[redacted]";
const shortest = 6;
const messageLimit = 1000;
/** Request headers that are safe to show. The owner's own may all be credentials. */
const ours = new Set(["accept", "content-length", "content-type", "user-agent", "webhook-id", "webhook-timestamp"]);
/** Names of headers whose value is always a secret. */
const credential = /auth|cookie|key|password|secret|signature|token/i;

function redactLogged(
  { headers, body }: Logged,
  isRedacted: (name: string) => boolean,
  clean: (text: string) => string,
): Logged {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    isRedacted(name.toLowerCase()) ? mark : clean(value),
  ]);
  return { headers: Object.fromEntries(entries), body: body && clean(body) };
}

/** Returns the secret, and for a secret URL also its path and query, which the receiver sees. */
function partsOf(secret: string): string[] {
  if (!/^https?:/i.test(secret) || !URL.canParse(secret)) return [secret];
  const { pathname, search } = new URL(secret);
  return [secret, `${pathname}${search}`, pathname, pathname.replace(/^\/\w*\//, "")];
}

/** Returns the credentials of this request, such as signatures and tokens, without their scheme (`Bearer`, `v1`). */
function credentialsIn(request: Logged | null): string[] {
  const values = Object.entries(request?.headers ?? {}).filter(([name]) => credential.test(name));
  return values.flatMap(([name, value]) => [value, ...(parts[name.toLowerCase()]?.(value) ?? [])]);
}

const afterScheme = (value: string) => [value.replace(/^\S+\s+/, "")];
const parts: Record<string, (value: string) => string[]> = {
  authorization: afterScheme,
  "proxy-authorization": afterScheme,
  cookie: (value) => value.split(/;\s*/).map((pair) => pair.slice(pair.indexOf("=") + 1)),
  "webhook-signature": (value) => value.split(" ").map((signature) => signature.slice(signature.indexOf(",") + 1)),
};

/** Returns the secret as is, in JSON and in a URL. */
const spellings = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
];

/** Replaces what PostgreSQL's text can't store: U+0000 and lone surrogates. */
const storable = (text: string): string => text.replaceAll("\u0000", "\ufffd").toWellFormed();
