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
    must: "true or false",
    fallback,
    meaning,
  });

const list = (meaning: string) =>
  row<string[]>({
    parse: (value) =>
      value
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean),
    must: "a comma-separated list",
    fallback: [],
    meaning,
  });

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

const postgres = (meaning: string) => url(["postgres:", "postgresql:"], meaning);

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
  TRUSTED_PROXIES: list("addresses or CIDR ranges whose X-Forwarded-For is believed"),
  CORS_ORIGINS: list("origins that may call owner endpoints from a browser"),
  SECRETS_KEY: key32("encrypts stored secrets; made in DATA_DIR with embedded PostgreSQL, else required"),
  ABANDON_AFTER_MINUTES: minutes(1440, "minutes without a step after which a session is abandoned; fractions allowed"),
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
