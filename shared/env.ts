import ipaddr from "ipaddr.js";

/**
 * The only reader of process.env (decisions §8). Each row of `variables` says how a variable is read; its TypeScript
 * type, the message for a wrong value and the operators' reference follow from the row.
 */
interface Variable<T> {
  parse(text: string): T | undefined;
  /** completes "<NAME> must be …" */
  must: string;
  fallback: T;
  meaning: string;
}

const row = <T>(variable: Variable<T>): Variable<T> => variable;
const unset = undefined;

const text = (meaning: string, fallback: string) =>
  row<string>({ parse: (value) => value, must: "text", fallback, meaning });

const path = (meaning: string) =>
  row<string | undefined>({ parse: (value) => value, must: "a path", fallback: unset, meaning });

const integer = (min: number, max: number, fallback: number, meaning: string) =>
  row({
    parse: (value) => (/^\d+$/.test(value) && +value >= min && +value <= max ? +value : undefined),
    must: `an integer from ${min} to ${max}`,
    fallback,
    meaning,
  });

const oneOf = <const V extends string>(values: readonly V[], fallback: NoInfer<V>, meaning: string) =>
  row<V>({ parse: (value) => values.find((v) => v === value), must: `one of ${values.join(", ")}`, fallback, meaning });

const flag = (fallback: boolean, meaning: string) =>
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

const origins = (meaning: string) =>
  row<string[]>({
    parse: (value) => (items(value).every(isOrigin) ? items(value) : undefined),
    must: "a comma-separated list of origins such as https://forms.example",
    fallback: [],
    meaning,
  });

const isOrigin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value;

const networks = (meaning: string) =>
  row<string[]>({
    parse: (value) => (items(value).every(isNetwork) ? items(value) : undefined),
    must: "a comma-separated list of addresses and CIDR ranges",
    fallback: [],
    meaning,
  });

const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || (!text.includes("/") && ipaddr.isValid(text));

const url = (protocols: readonly string[], meaning: string) =>
  row<string | undefined>({
    parse: (value) => (value.split(",").every((part) => hasProtocol(part, protocols)) ? value : undefined),
    must: `an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    fallback: unset,
    meaning,
  });

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** One address, with a default. */
const address = (fallback: string, meaning: string) =>
  row<string>({
    parse: (value) => (hasProtocol(value, ["http:", "https:"]) ? value : undefined),
    must: "an address that begins with http:// or https://",
    fallback,
    meaning,
  });

const postgres = (meaning: string) => url(["postgres:", "postgresql:"], meaning);

const delayUnits: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `5s,5m,2h` in ms. */
const delays = (fallback: number[], meaning: string) =>
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

const minutes = (fallback: number, meaning: string) =>
  row({
    parse: (value) => (/^\d+(\.\d+)?$/.test(value) && Number(value) > 0 ? Number(value) : undefined),
    must: "a number of minutes above 0",
    fallback,
    meaning,
  });

const perMinute = (fallback: number, meaning: string) => integer(0, 10_000_000, fallback, `${meaning}; 0 = off`);

const key32 = (meaning: string) =>
  row<Buffer | undefined>({
    parse: (value) => (Buffer.from(value, "base64").length === 32 ? Buffer.from(value, "base64") : undefined),
    must: "32 bytes in base64",
    fallback: unset,
    meaning,
  });

/** A directory, or a bucket: `s3://bucket` with `endpoint` and `region` as its query. */
const uploads = (meaning: string) =>
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

/**
 * Places at which a process can be told to die as if by SIGKILL (PATHFORM_KILL_AT), so that what must survive such a
 * death can be shown at each of them. Without that variable they do nothing.
 */
export const killPoints = [
  /** sessions: a session has completed, its event is committed, and nobody has heard of it */
  "event-committed",
  /** sessions: events are leased, and the answer never arrives */
  "event-leased",
  /** integrations: events are claimed, and nothing has been made of them */
  "event-claimed",
  /** integrations: their deliveries are committed, and the events not acknowledged */
  "event-taken-in",
  "event-acknowledged",
  /** integrations: a delivery is leased, and nothing has been sent */
  "delivery-claimed",
  /** integrations: the receiver has answered, and nobody has noted it */
  "delivery-sent",
  /** integrations: inside the transaction that notes the attempt */
  "delivery-noting",
  "delivery-recorded",
  /** sessions: a session is erased here, and nowhere else yet */
  "session-erased",
] as const;

export type KillPoint = (typeof killPoints)[number];

export const variables = {
  PORT: integer(0, 65_535, 3000, "port of the gateway; 0 takes a free one"),
  HOST: text("address that the gateway listens on", "127.0.0.1"),
  BASE_URL: url(["http:", "https:"], "public address, for links; http://HOST:PORT"),
  OPS_HOST: text("address of /healthz, /readyz and /metrics of any process", "0.0.0.0"),
  OPS_PORT: integer(0, 65_535, 0, "their port; 0 = off"),
  DATA_DIR: text("embedded PostgreSQL, secrets key, uploads", ".data"),
  DATABASE_URL: postgres("PostgreSQL 15 or newer; embedded where unset"),
  AUTH_DATABASE_URL: postgres("instead of DATABASE_URL for auth"),
  FORMS_DATABASE_URL: postgres("instead of DATABASE_URL for forms"),
  SESSIONS_DATABASE_URL: postgres("instead of DATABASE_URL for sessions"),
  ANALYTICS_DATABASE_URL: postgres("instead of DATABASE_URL for analytics"),
  INTEGRATIONS_DATABASE_URL: postgres("instead of DATABASE_URL for integrations"),
  READ_DATABASE_URL: postgres("a replica for the owners' exports and insights"),
  DATABASE_POOL_SIZE: integer(1, 1000, 10, "connections of a process to one database"),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(100, 600_000, 15_000, "limit of one statement, ms"),
  NATS_URL: url(["nats:", "tls:"], "comma-separated servers; in process where unset"),
  REDIS_URL: url(["redis:", "rediss:"], "shared limits; in memory where unset"),
  MIGRATE: flag(true, "migrate own schema at start"),
  SIGNUP: oneOf(["first", "open", "closed"], "first", "who may register: until one account exists, anybody, nobody"),
  RATE_LIMITS: flag(true, "all rate limits"),
  RATE_LIMIT_KEY_PER_MINUTE: perMinute(600, "requests of one API key"),
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute(6000, "public requests of one client address"),
  RATE_LIMIT_STARTS_PER_MINUTE: perMinute(1200, "session starts of one client address"),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute(10, "sign-ins of one address and e-mail"),
  TRUSTED_PROXIES: networks("addresses or CIDR ranges whose X-Forwarded-For is believed"),
  CORS_ORIGINS: origins("origins that may call owner endpoints from a browser"),
  SECRETS_KEY: key32("encrypts stored secrets; made in DATA_DIR with embedded PostgreSQL, else required"),
  SECRETS_KEY_FILE: path("file that holds SECRETS_KEY, or is made to; for containers that share a volume or a secret"),
  ABANDON_AFTER_MINUTES: minutes(1440, "minutes without a step after which a session is abandoned; fractions allowed"),
  DELIVERY_SCHEDULE: delays(
    [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
    "delays between the attempts of a delivery; 5s,5m,30m,2h,5h,10h,10h",
  ),
  DELIVERY_TIMEOUT_MS: integer(100, 60_000, 15_000, "limit of one attempt: connect, headers and body together, ms"),
  DELIVERY_RETENTION_DAYS: integer(1, 3650, 90, "days after which deliveries and their bodies are deleted"),
  ALLOW_PRIVATE_DESTINATIONS: flag(false, "deliveries may reach loopback and private addresses"),
  SMTP_URL: url(["smtp:", "smtps:"], "mail server for failure notices; no mail where unset"),
  MAIL_FROM: text("sender of mail", "Pathform <pathform@localhost>"),
  UPLOADS: uploads("respondents' files: a directory, or s3://bucket?endpoint=…&region=…; DATA_DIR/uploads"),
  USAGE_RETENTION_DAYS: integer(1, 3650, 400, "days after which an account's usage figures are deleted"),
  SECRETS_KEY_OLD: key32("the key before SECRETS_KEY, until `npm run secrets -- rotate` has run"),
  PATHFORM_KILL_AT: oneOf<KillPoint | "">(killPoints, "", "for tests of crashes: the process kills itself there"),
  HUBSPOT_CLIENT_ID: text("OAuth client at HubSpot; without it nobody connects", ""),
  HUBSPOT_CLIENT_SECRET: text("its secret", ""),
  HUBSPOT_AUTHORIZE_URL: address("https://app.hubspot.com/oauth/authorize", "where users consent"),
  HUBSPOT_TOKEN_URL: address("https://api.hubapi.com/oauth/v3/token", "where tokens come from"),
  HUBSPOT_API_URL: address("https://api.hubapi.com", "where contacts go"),
  SALESFORCE_CLIENT_ID: text("OAuth client (consumer key) at Salesforce; without it nobody connects", ""),
  SALESFORCE_CLIENT_SECRET: text("its secret", ""),
  SALESFORCE_AUTHORIZE_URL: address("https://login.salesforce.com/services/oauth2/authorize", "where users consent"),
  SALESFORCE_TOKEN_URL: address("https://login.salesforce.com/services/oauth2/token", "where tokens come from"),
  SALESFORCE_API_URL: url(["http:", "https:"], "where records go; the instance that the token names"),
  GOOGLE_SHEETS_CLIENT_ID: text("OAuth client at Google; without it nobody connects", ""),
  GOOGLE_SHEETS_CLIENT_SECRET: text("its secret", ""),
  GOOGLE_SHEETS_AUTHORIZE_URL: address("https://accounts.google.com/o/oauth2/v2/auth", "where users consent"),
  GOOGLE_SHEETS_TOKEN_URL: address("https://oauth2.googleapis.com/token", "where tokens come from"),
  GOOGLE_SHEETS_API_URL: address("https://sheets.googleapis.com", "where rows go"),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace"], "info", "least level that is logged"),
  LOG_FORMAT: oneOf(["auto", "pretty", "json"], "auto", "auto: pretty on a terminal, else json"),
} satisfies Record<string, Variable<unknown>>;

export type Env = { [N in keyof typeof variables]: (typeof variables)[N]["fallback"] };

/** Thrown with the one line that the operator reads. */
export class EnvError extends Error {}

/** Reads and checks all variables; an empty value counts as unset. Throws EnvError. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const entries = Object.entries(variables).map(([name, variable]) => [name, readOne(name, variable, source[name])]);
  return Object.fromEntries(entries) as Env;
}

function readOne(name: string, variable: Variable<unknown>, value: string | undefined): unknown {
  if (value === undefined || value === "") return variable.fallback;
  const parsed = variable.parse(value);
  if (parsed === undefined) throw new EnvError(`${name} must be ${variable.must}.`);
  return parsed;
}

let read: Env | undefined;

/** The environment of this process, read once. */
export function env(): Env {
  read ??= readEnv(process.env);
  return read;
}
