import { randomBytes } from "node:crypto";
import type { Json } from "../../../shared/graph/types.ts";
import { Type } from "../../../shared/schema.ts";
import type { OutgoingRequest } from "../outgoing/request.ts";
import { address } from "./address.ts";
import { outcomeOf } from "./outcome.ts";
import { signatureHeaders } from "./signature.ts";
import type { Delivery, IntegrationModule, Outcome, Test, Tools } from "./type.ts";

/** The event, POSTed and signed as Standard Webhooks say (decisions §7). */
export const webhook: IntegrationModule = {
  config: {
    url: { ...address, isRequired: true },
    verify_ssl: { shape: Type.Boolean(), fallback: true },
    headers: { shape: Type.Record(Type.String(), Type.String({ maxLength: 2048 })), problems: headerProblems },
  },
  isOAuth: false,
  makeSecrets: () => ({ signing_secret: `whsec_${randomBytes(24).toString("base64")}` }),
  deliver: post,
  check: post,
};

async function post({ event, config, secrets }: Delivery | Test, { send, now }: Tools): Promise<Outcome> {
  const body = JSON.stringify(event);
  const at = now();
  const { signing_secret, previous_signing_secret } = secrets;
  const signing = [signing_secret, previous_signing_secret].filter((secret) => secret !== undefined);
  const request: OutgoingRequest = {
    method: "POST",
    url: String(config.url),
    headers: {
      ...(config.headers as Record<string, string> | undefined),
      "content-type": "application/json",
      ...signatureHeaders(event.id, at, body, signing),
    },
    body,
    verify_ssl: config.verify_ssl !== false,
  };
  return outcomeOf(request, await send(request), now());
}

const headerLimit = 10;
/** RFC 9110 §5.6.2 */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Those that we or the connection set. */
const reserved =
  /^(?:webhook-.*|content-(?:type|length|encoding)|host|user-agent|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|accept-encoding)$/i;
/** RFC 9110 §5.5: visible characters of one byte, and blanks inside; above all no CR, LF or NUL. */
const fieldValue = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

function headerProblems(value: Json): string[] {
  const headers = Object.entries(value as Record<string, string>);
  const names = headers.map(([name]) => name.toLowerCase());
  return [
    ...(headers.length > headerLimit ? [`: must have at most ${headerLimit} members`] : []),
    ...headers.flatMap(([name, text], index) => {
      if (!token.test(name)) return [": must have names of letters, digits and -"];
      if (reserved.test(name)) return [`.${name}: is set by Pathform`];
      if (names.indexOf(name.toLowerCase()) < index) return [`.${name}: is there twice`];
      return fieldValue.test(text) ? [] : [`.${name}: must be one line of Latin-1 text`];
    }),
  ];
}
