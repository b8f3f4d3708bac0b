import type { Logged, Outcome } from "../types/type.ts";

/**
 * Takes credentials out of what is kept of an attempt (decisions §7): headers that carry them by their nature, and the
 * text of every known secret wherever it stands, since a receiver may well send back what it was sent.
 */
export function redactOutcome(outcome: Outcome, secrets: readonly string[]): Outcome {
  const all = [...secrets.flatMap(partsOf), ...credentialsIn(outcome.request)];
  const known = all.filter((secret) => secret.length >= shortest).flatMap(spellings);
  const clean = (text: string) => storable(known.reduce((rest, secret) => rest.replaceAll(secret, mark), text));
  return {
    ...outcome,
    error_message: outcome.error_message && clean(outcome.error_message).slice(0, messageLimit),
    request: outcome.request && redactLogged(outcome.request, (name) => !ours.has(name), clean),
    response: outcome.response && redactLogged(outcome.response, (name) => name === "set-cookie", clean),
  };
}

const mark = "[redacted]";
const shortest = 6;
const messageLimit = 1000;
/** The headers of a request that say nothing about anybody; the owner's own may all be credentials. */
const ours = new Set(["accept", "content-length", "content-type", "user-agent", "webhook-id", "webhook-timestamp"]);
/** Names of headers whose value is a secret wherever it stands. */
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

/** Of an address that is a secret, what the receiver sees of it is one too. */
function partsOf(secret: string): string[] {
  if (!/^https?:/i.test(secret) || !URL.canParse(secret)) return [secret];
  const { pathname, search } = new URL(secret);
  return [secret, `${pathname}${search}`, pathname, pathname.replace(/^\/\w*\//, "")];
}

/** What this very request proved itself with: signatures, tokens; not the word before them (`Bearer`, `v1`). */
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

/** As it is, within JSON, within an address. */
const spellings = (secret: string): string[] => [
  ...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]),
];

/** PostgreSQL's text holds neither U+0000 nor half a surrogate pair. */
const storable = (text: string): string => text.replaceAll("\u0000", "\ufffd").toWellFormed();
