import type { DeliveryDetail } from "../../../../shared/api/shapes/integrations.ts";

/** Receiver of a delivery. */
export interface Receiver {
  url: string;
  verifySsl: boolean;
}

/** Headers that curl sets: they belong to one connection and one body. */
const ofConnection = new Set(["content-length", "host", "connection", "transfer-encoding", "accept-encoding"]);

/**
 * Returns a command for a POSIX shell that repeats a delivery's request, with headers and body from the log, where secrets are
 * redacted. Every part is quoted, so text of a respondent stays an argument.
 */
export function curlCommand(
  { url, verifySsl }: Receiver,
  { request_headers: headers, request_body: body }: Pick<DeliveryDetail, "request_headers" | "request_body">,
): string {
  const sent = Object.entries(headers ?? {}).filter(([name]) => !ofConnection.has(name.toLowerCase()));
  return [
    // --globoff: curl expands brackets in a URL
    `curl --globoff${verifySsl ? "" : " --insecure"} --request POST ${quoted(url)}`,
    ...sent.map(([name, value]) => `--header ${quoted(headerArgument(name, value))}`),
    // --data-raw: --data reads a file if the body starts with @
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(" \\\n  ");
}

/** `X-A:` removes a header, `X-A;` sends an empty one. */
const headerArgument = (name: string, value: string): string => (value === "" ? `${name};` : `${name}: ${value}`);

/** Quotes one argument. A shell reads everything between single quotes literally, except the quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
