import { readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { type GivenRole, parseGivenRole, parseRoleRules, type RoleRule } from "../api/access/ssoRoles.ts";
import { uuidPattern } from "../domain/schema.ts";

/** An environment variable, a row of the table in env.ts. */
export interface Variable<T> {
  /** Returns undefined for an invalid value. */
  parse(text: string): T | undefined;
  /** Completes `<NAME> must be …`. */
  must: string;
  fallback: T;
  meaning: string;
  /** true if the value can also come from the file in `<NAME>_FILE` */
  isSecret?: boolean;
}

/** An invalid environment variable, as one line for the operator. */
export class EnvError extends Error {}

export type Source = Record<string, string | undefined>;

/** Returns the values of all `<NAME>_FILE`, without line breaks at the end. Throws EnvError. */
export function secretFiles(names: readonly string[], source: Source): Source {
  const set = names.filter((name) => source[`${name}_FILE`]);
  return Object.fromEntries(set.map((name) => [name, secretIn(name, source)]));
}

function secretIn(name: string, source: Source): string {
  if (source[name]) throw new EnvError(`Set either ${name} or ${name}_FILE.`);
  try {
    return readFileSync(source[`${name}_FILE`] ?? "", "utf8").trimEnd();
  } catch (error) {
    throw new EnvError(`${name}_FILE must be a readable file: ${(error as Error).message}.`);
  }
}

const row = <T>(variable: Variable<T>): Variable<T> => variable;
export const secret = <T>(variable: Variable<T>): Variable<T> => ({ ...variable, isSecret: true });
const unset = undefined;

export const text = (meaning: string, fallback: string) =>
  row<string>({ parse: (value) => value, must: "text", fallback, meaning });

export const optionalText = (meaning: string) =>
  row<string | undefined>({ parse: (value) => value, must: "text", fallback: unset, meaning });

/** Value of a From header: an address, alone or after a name in angle brackets. */
export const sender = (meaning: string, fallback: string) =>
  row<string>({
    parse: (value) =>
      /^(?:[^<>]*<([^<>\s@]+@[^<>\s@]+)>|[^<>\s@]+@[^<>\s@]+)$/.test(value.trim()) ? value : undefined,
    must: "an email address, alone or as in Pathform <forms@example.com>",
    fallback,
    meaning,
  });

/** Part of a NATS subject, so without dots, spaces and wildcards. */
export const name = (meaning: string) =>
  row<string>({
    parse: (value) => (/^[\w-]{1,64}$/.test(value) ? value : undefined),
    must: "1 to 64 letters, digits, hyphens or underscores",
    fallback: "",
    meaning,
  });

export const path = (meaning: string) =>
  row<string | undefined>({ parse: (value) => value, must: "a path", fallback: unset, meaning });

export const integer = (min: number, max: number, fallback: number, meaning: string) =>
  row({
    parse: (value) => (/^\d+$/.test(value) && +value >= min && +value <= max ? +value : undefined),
    must: `an integer from ${min} to ${max}`,
    fallback,
    meaning,
  });

/** Undefined unless it is set. */
export const optionalInteger = (min: number, max: number, meaning: string) =>
  row<number | undefined>({
    parse: (value) => integer(min, max, min, meaning).parse(value),
    must: `an integer from ${min} to ${max}`,
    fallback: unset,
    meaning,
  });

export const daysOrNever = (min: number, max: number, fallback: number, meaning: string) =>
  row({
    parse: (value) => (value === "0" ? 0 : integer(min, max, fallback, meaning).parse(value)),
    must: `0 or an integer from ${min} to ${max}`,
    fallback,
    meaning,
  });

export const oneOf = <const V extends string>(values: readonly V[], fallback: NoInfer<V>, meaning: string) =>
  row<V>({ parse: (value) => values.find((v) => v === value), must: `one of ${values.join(", ")}`, fallback, meaning });

export const flag = (fallback: boolean, meaning: string) =>
  row<boolean>({
    parse: (value) =>
      value === "true" || value === "on" ? true : value === "false" || value === "off" ? false : undefined,
    must: "true or false (on, off)",
    fallback,
    meaning,
  });

const items = (value: string): string[] =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter(Boolean);

export const origins = (meaning: string) =>
  row<string[]>({
    parse: (value) => (items(value).every(isOrigin) ? items(value) : undefined),
    must: "a comma-separated list of origins such as https://forms.example",
    fallback: [],
    meaning,
  });

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

export const networks = (meaning: string) =>
  row<string[]>({
    parse: (value) => (items(value).every(isNetwork) ? items(value) : undefined),
    must: "a comma-separated list of addresses and CIDR ranges",
    fallback: [],
    meaning,
  });

const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || (!text.includes("/") && ipaddr.isValid(text));

export const url = (protocols: readonly string[], meaning: string) =>
  row<string | undefined>({
    parse: (value) => (value.split(",").every((part) => hasProtocol(part, protocols)) ? value : undefined),
    must: `a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    fallback: unset,
    meaning,
  });

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** A URL without a path, because all pages and endpoints are at the root of their host. */
export const baseUrl = (meaning: string) =>
  row<string | undefined>({
    parse: (value) => (hasProtocol(value, ["http:", "https:"]) && isRoot(new URL(value)) ? value : undefined),
    must: "a URL without a path, such as https://forms.example.com",
    fallback: unset,
    meaning,
  });

const isRoot = (url: URL): boolean => [`${url.origin}/`, url.origin].includes(url.href);

/** Host header values. A value without a port accepts all ports. */
export const hosts = (meaning: string) =>
  row<string[]>({
    parse: (value) => (items(value).every(isHost) ? items(value).map((host) => host.toLowerCase()) : undefined),
    must: "a comma-separated list of host names such as forms.example or forms.example:8443",
    fallback: [],
    meaning,
  });

const isHost = (value: string): boolean => /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(value);

/** Domains of email addresses. */
export const domains = (meaning: string) =>
  row<string[]>({
    parse: (value) => (items(value).every(isDomain) ? items(value).map((domain) => domain.toLowerCase()) : undefined),
    must: "a comma-separated list of domains such as example.com",
    fallback: [],
    meaning,
  });

const isDomain = (value: string): boolean => /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u.test(value);

export const uuid = (meaning: string) =>
  row<string | undefined>({
    parse: (value) => (uuidPattern.test(value) ? value.toLowerCase() : undefined),
    must: "a UUID",
    fallback: unset,
    meaning,
  });

export const givenRole = (meaning: string) =>
  row<GivenRole | undefined>({
    parse: parseGivenRole,
    must: "a role such as viewer or editor/read",
    fallback: unset,
    meaning,
  });

export const roleRules = (meaning: string) =>
  row<RoleRule[]>({
    parse: parseRoleRules,
    must: "a comma-separated list such as form-admins=admin, research=editor/write@<workspace id>, *=viewer",
    fallback: [],
    meaning,
  });

/** A URL with a default. */
export const address = (fallback: string, meaning: string) =>
  row<string>({
    parse: (value) => (hasProtocol(value, ["http:", "https:"]) ? value : undefined),
    must: "a URL that starts with http:// or https://",
    fallback,
    meaning,
  });

export const postgres = (meaning: string) => url(["postgres:", "postgresql:"], meaning);

const delayUnits: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Delays such as `5s,5m,2h`, in ms. */
export const delays = (fallback: number[], meaning: string) =>
  row<number[]>({
    parse: (value) => {
      const parts = value.split(",").map((part) => /^(\d{1,9})(ms|s|m|h|d)$/.exec(part.trim()));
      const parsed = parts.map((part) => Number(part?.[1]) * (delayUnits[part?.[2] ?? ""] ?? Number.NaN));
      return parsed.every((delay) => delay <= 30 * 86_400_000) ? parsed : undefined;
    },
    must: "delays such as 5s,5m,2h",
    fallback,
    meaning,
  });

export const minutes = (fallback: number, meaning: string) =>
  row({
    parse: (value) => (/^\d+(\.\d+)?$/.test(value) && Number(value) > 0 ? Number(value) : undefined),
    must: "a number of minutes above 0",
    fallback,
    meaning,
  });

export const share = (fallback: number, meaning: string) =>
  row({
    parse: (value) => (/^\d+(\.\d+)?$/.test(value) && Number(value) <= 1 ? Number(value) : undefined),
    must: "a number from 0 to 1",
    fallback,
    meaning,
  });

export const perMinute = (fallback: number, meaning: string) =>
  integer(0, 10_000_000, fallback, `${meaning}. 0 disables the limit`);

export const quota = (fallback: number, meaning: string) =>
  integer(0, 1_000_000_000, fallback, `${meaning}. 0 disables the limit`);

export const key32 = (meaning: string) =>
  row<Buffer | undefined>({
    parse: (value) => (Buffer.from(value, "base64").length === 32 ? Buffer.from(value, "base64") : undefined),
    must: "32 bytes in base64, such as the output of `openssl rand -base64 32`",
    fallback: unset,
    meaning,
  });

/** A directory, or `s3://bucket` with optional `endpoint` and `region` query parameters. */
export const uploads = (meaning: string) =>
  row<string | undefined>({
    parse: (value) => (!/^[a-z][a-z0-9+.-]+:/i.test(value) || isBucket(value) ? value : undefined),
    must: "a directory, or s3://bucket?endpoint=https://…&region=…",
    fallback: unset,
    meaning,
  });

function isBucket(value: string): boolean {
  if (!hasProtocol(value, ["s3:"])) return false;
  const { hostname, searchParams } = new URL(value);
  const endpoint = searchParams.get("endpoint");
  const isKnown = [...searchParams.keys()].every((name) => name === "endpoint" || name === "region");
  return hostname !== "" && isKnown && (endpoint === null || hasProtocol(endpoint, ["http:", "https:"]));
}
