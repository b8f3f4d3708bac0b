import type { DeliveryDetail } from "../../../../shared/domain/shapes/integrations.ts";

/** Where a delivery goes. */
export interface Receiver {
  url: string;
  verifySsl: boolean;
}

/** What curl sets by itself, and has to: they belong to one connection and one body. */
const ofConnection = new Set(["content-length", "host", "connection", "transfer-encoding", "accept-encoding"]);

/**
 * The command, for a POSIX shell, that sends a delivery's request once more: headers and body as they are in the log, where
 * secrets are redacted. No part of it can be more than an argument of curl, whatever a respondent has written.
 */
export function curlCommand(
  { url, verifySsl }: Receiver,
  { request_headers: headers, request_body: body }: Pick<DeliveryDetail, "request_headers" | "request_body">,
): string {
  const sent = Object.entries(headers ?? {}).filter(([name]) => !ofConnection.has(name.toLowerCase()));
  return [
    // --globoff: curl would make several addresses of one with brackets
    `curl --globoff${verifySsl ? "" : " --insecure"} --request POST ${quoted(url)}`,
    ...sent.map(([name, value]) => `--header ${quoted(headerArgument(name, value))}`),
    // --data-raw: a body that begins with @ names no file
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(" \\\n  ");
}

/** `X-A:` would take a header away, and `X-A;` sends an empty one. */
const headerArgument = (name: string, value: string): string => (value === "" ? `${name};` : `${name}: ${value}`);

/** One argument: within single quotes a shell reads everything as it stands, but for the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
