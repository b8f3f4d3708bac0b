import { integrationTypes, type OauthType, oauthTypes } from "../domain/integrations/index.ts";
import {
  address,
  delays,
  flag,
  hosts,
  integer,
  key32,
  minutes,
  networks,
  oneOf,
  optionalText,
  origins,
  path,
  perMinute,
  postgres,
  quota,
  text,
  uploads,
  url,
  type Variable,
} from "./variable.ts";

type OauthVariables = {
  [T in Uppercase<OauthType> as
    | `${T}_CLIENT_ID`
    | `${T}_CLIENT_SECRET`
    | `${T}_AUTHORIZE_URL`
    | `${T}_TOKEN_URL`]: Variable<string>;
} & { [T in Uppercase<OauthType> as `${T}_API_URL`]: Variable<string | undefined> };

/** Five for each type of integration that is connected by consent, with its provider's own addresses. */
function oauthVariables(): OauthVariables {
  const rows = oauthTypes.map((type) => {
    const { title, oauth } = integrationTypes[type];
    const prefix = type.toUpperCase();
    return {
      [`${prefix}_CLIENT_ID`]: text(`OAuth client at ${title}; without it nobody connects`, ""),
      [`${prefix}_CLIENT_SECRET`]: text("its secret", ""),
      [`${prefix}_AUTHORIZE_URL`]: address(oauth.authorizeUrl, "where users consent"),
      [`${prefix}_TOKEN_URL`]: address(oauth.tokenUrl, "where tokens come from"),
      [`${prefix}_API_URL`]:
        oauth.apiUrl === null
          ? url(["http:", "https:"], "where deliveries go; the instance that the token names")
          : address(oauth.apiUrl, "where deliveries go"),
    };
  });
  return Object.assign({}, ...rows);
}

/**
 * The environment of Pathform (decisions §8); this file alone reads process.env. A row says how a variable is read
 * (variable.ts); its TypeScript type, the message for a wrong value and the operators' reference follow from it.
 */
export const variables = {
  PORT: integer(0, 65_535, 3000, "port of the gateway; 0 takes a free one"),
  HOST: text("address that the gateway listens on", "127.0.0.1"),
  BASE_URL: url(["http:", "https:"], "public address, for links; http://HOST:PORT"),
  ALLOWED_HOSTS: hosts(
    "accepted values of the Host header; that of BASE_URL if it is set, else any, but until the first account exists only localhost and addresses of this machine",
  ),
  OPS_HOST: optionalText(
    "address of /healthz, /readyz and /metrics of any process; 127.0.0.1 in one process (no NATS_URL), else 0.0.0.0",
  ),
  OPS_PORT: integer(0, 65_535, 0, "their port; 0 = off"),
  DATA_DIR: text("embedded PostgreSQL, secrets key, uploads", ".data"),
  DATABASE_URL: postgres("PostgreSQL 15 or newer; embedded where unset"),
  AUTH_DATABASE_URL: postgres("instead of DATABASE_URL for auth"),
  FORMS_DATABASE_URL: postgres("instead of DATABASE_URL for forms"),
  SESSIONS_DATABASE_URL: postgres("instead of DATABASE_URL for sessions"),
  ANALYTICS_DATABASE_URL: postgres("instead of DATABASE_URL for analytics"),
  INTEGRATIONS_DATABASE_URL: postgres("instead of DATABASE_URL for integrations"),
  READ_DATABASE_URL: postgres("a replica for the owners' exports and insights"),
  DATABASE_POOL_SIZE: integer(
    1,
    1000,
    10,
    "connections of a process to one database; with sessions it has up to 8 more for respondents' statements",
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(100, 600_000, 15_000, "limit of one statement, ms"),
  NATS_URL: url(["nats:", "tls:"], "comma-separated servers; in process where unset"),
  REDIS_URL: url(["redis:", "rediss:"], "shared limits; in memory where unset"),
  MIGRATE: flag(true, "migrate own schema at start"),
  SIGNUP: oneOf(["first", "open", "closed"], "first", "who may register: until one account exists, anybody, nobody"),
  RATE_LIMITS: flag(true, "all rate limits"),
  RATE_LIMIT_KEY_PER_MINUTE: perMinute(600, "requests of one API key"),
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute(6000, "public requests of one client address"),
  RATE_LIMIT_STARTS_PER_MINUTE: perMinute(1200, "session starts of one client address"),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute(10, "sign-ins of one address and email, and password changes of one user"),
  RATE_LIMIT_USER_PER_MINUTE: perMinute(600, "requests of one signed-in user"),
  RATE_LIMIT_ENTRY_PER_MINUTE: perMinute(
    60,
    "register, sign-in, forgot, reset and password changes of one client address",
  ),
  QUOTAS: flag(true, "all quotas"),
  QUOTA_INTEGRATIONS_PER_ACCOUNT: quota(200, "integrations of one account"),
  QUOTA_ATTACHMENTS_PER_FORM: quota(20, "integrations attached to one form"),
  QUOTA_SESSIONS_PER_FORM_DAY: quota(100_000, "sessions started on one form in a UTC day"),
  QUOTA_UPLOAD_MB_PER_FORM: quota(10_000, "respondents' files of one form together, MB"),
  QUOTA_UPLOAD_MB_PER_ADDRESS_HOUR: quota(1_000, "files that one client address uploads in an hour, MB"),
  QUOTA_IMAGE_MB_PER_ACCOUNT: quota(500, "owners' images of one account together, MB"),
  MAX_CONNECTIONS: integer(1, 1_000_000, 10_000, "connections that a gateway has open at once; more get 503"),
  LISTEN_SOCKETS: integer(
    1,
    4_096,
    512,
    "sockets that listen on PORT: as many connections are accepted in a turn of the loop",
  ),
  SHED_IN_FLIGHT: integer(
    1,
    1_000_000,
    1_600,
    "requests at once above which a gateway sheds (503), until it has answered more than that in a quarter of a second; starts at 3/16 of it, up to 3/8 the more are refused",
  ),
  SHED_WAIT_MS: integer(1, 60_000, 500, "how long a request waits to be begun before it is shed, ms"),
  DRAIN_NOTICE_MS: integer(0, 600_000, 2_000, "how long a stopping gateway still takes requests, ms"),
  DRAIN_PATIENCE_MS: integer(0, 3_600_000, 5_000, "how long it then waits for the requests under way, ms"),
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
  UPLOADS: uploads(
    "respondents' files and owners' images: a directory, or s3://bucket?endpoint=…&region=…; DATA_DIR/uploads",
  ),
  USAGE_RETENTION_DAYS: integer(1, 3650, 400, "days after which an account's usage figures are deleted"),
  SECRETS_KEY_OLD: key32("the key before SECRETS_KEY, until `npm run secrets -- rotate` has run"),
  ...oauthVariables(),
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

const programVariables = ["PATH", "TZ", "TMPDIR", "SystemRoot"];

/** What a program of others is given of this process's environment: nothing that may be a secret. */
export function programEnvironment(): Record<string, string> {
  return Object.fromEntries(programVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
