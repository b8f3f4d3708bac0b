import type { Json } from "../graph/types.ts";
import { isWebAddress } from "../webAddress.ts";
import type { ConfigField } from "./field.ts";

/** What a schema cannot say of a field; each completes `config.<field>`: ": must …" or ".<member>: must …". */
type FieldCheck = (value: Json) => string[];

/** By the kind of a field, whatever type of integration has it. */
export const fieldChecks: Partial<Record<ConfigField["x-editor"], FieldCheck>> = {
  url: (value) =>
    isWebAddress(String(value), ["http:", "https:"])
      ? []
      : [": must be an http or https URL, such as https://example.com/in"],
  headers: headerProblems,
  node_map: nodeMapProblems,
};

/** Names of properties and fields go into addresses and queries at the provider. */
export const providerName = /^[A-Za-z][A-Za-z0-9_]{0,99}$/;
const mapLimit = 100;

function nodeMapProblems(value: Json): string[] {
  const names = Object.keys(value as object);
  return [
    ...(names.length > mapLimit ? [`: must have at most ${mapLimit} members`] : []),
    ...(names.every((name) => providerName.test(name)) ? [] : [": must have names of letters, digits and _"]),
  ];
}

const headerLimit = 10;
/** RFC 9110 §5.6.2 */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Those that Pathform or the connection sets. */
const reservedName =
  /^(?:webhook-.*|content-(?:type|length|encoding)|host|user-agent|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|accept-encoding)$/i;
/** RFC 9110 §5.5: visible characters of one byte, and blanks inside; above all no CR, LF or NUL. */
const headerValue = /^(?:[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/;

function headerProblems(value: Json): string[] {
  const headers = Object.entries(value as Record<string, string>);
  const names = headers.map(([name]) => name.toLowerCase());
  return [
    ...(headers.length > headerLimit ? [`: must have at most ${headerLimit} members`] : []),
    ...headers.flatMap(([name, text], index) => {
      if (!headerName.test(name)) return [": must have names of letters, digits and -"];
      if (reservedName.test(name)) return [`.${name}: is set by Pathform; use another name`];
      if (names.indexOf(name.toLowerCase()) < index) return [`.${name}: is named more than once`];
      return headerValue.test(text) ? [] : [`.${name}: must be one line of Latin-1 text`];
    }),
  ];
}
