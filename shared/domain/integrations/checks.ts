import type { Json } from "../json.ts";
import { isWebAddress } from "../webAddress.ts";
import type { ConfigField } from "./field.ts";

/** A check beyond the schema. Each message completes `config.<field>`: `: must …` or `.<member>: must …`. */
type FieldCheck = (value: Json) => string[];

/** Checks by kind of field. */
export const fieldChecks: Partial<Record<ConfigField["x-editor"], FieldCheck>> = {
  url: urlProblems,
  headers: headerProblems,
  node_map: nodeMapProblems,
};

function urlProblems(value: Json): string[] {
  if (!isWebAddress(String(value), ["http:", "https:"]))
    return [": must be an http or https URL, such as https://example.com/in"];
  const { username, password } = new URL(String(value));
  return username || password
    ? [": must have no user name or password. Send them in a header, such as Authorization"]
    : [];
}

/** Names of properties and fields, which are used in URLs and queries of the provider. */
export const providerName = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;
const mapLimit = 100;

function nodeMapProblems(value: Json): string[] {
  const names = Object.keys(value as object);
  return [
    ...(names.length > mapLimit ? [`: must have at most ${mapLimit} members`] : []),
    ...(names.every((name) => providerName.test(name)) ? [] : [": must only have names of letters, digits and _"]),
  ];
}

const headerLimit = 10;
/** RFC 9110 §5.6.2 */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Headers that Pathform or the connection sets. */
const reservedName =
  /^(?:webhook-.*|content-(?:type|length|encoding)|host|user-agent|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|accept-encoding)$/i;
/** RFC 9110 §5.5: visible single-byte characters with spaces inside, but no CR, LF or NUL. */
const headerValue = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

function headerProblems(value: Json): string[] {
  const headers = Object.entries(value as Record<string, string>);
  const names = headers.map(([name]) => name.toLowerCase());
  return [
    ...(headers.length > headerLimit ? [`: must have at most ${headerLimit} members`] : []),
    ...headers.flatMap(([name, text], index) => {
      if (!headerName.test(name)) return [": must only have names of letters, digits and -"];
      if (reservedName.test(name)) return [`.${name}: is set by Pathform; use another name`];
      if (names.indexOf(name.toLowerCase()) < index) return [`.${name}: is used twice; names must be unique`];
      return headerValue.test(text) ? [] : [`.${name}: must be one line of Latin-1 text`];
    }),
  ];
}
