import ipaddr from "ipaddr.js";
import { integrationTypes, type OauthType, oauthTypes } from "../domain/integrations/index.ts";
import {
  address,
  baseUrl,
  daysOrNever,
  delays,
  domains,
  EnvError,
  flag,
  givenRole,
  hosts,
  integer,
  key32,
  minutes,
  name,
  networks,
  oneOf,
  optionalInteger,
  optionalText,
  origins,
  path,
  perMinute,
  postgres,
  quota,
  roleRules,
  type Source,
  secret,
  secretFiles,
  sender,
  share,
  text,
  uploads,
  url,
  uuid,
  type Variable,
} from "./variable.ts";

type OauthVariables = {
  [T in Uppercase<OauthType> as
    | `${T}_CLIENT_ID`
    | `${T}_CLIENT_SECRET`
    | `${T}_AUTHORIZE_URL`
    | `${T}_TOKEN_URL`]: Variable<string>;
} & { [T in Uppercase<OauthType> as `${T}_API_URL`]: Variable<string | undefined> };

/** Five variables per OAuth integration type, with the provider's endpoints as defaults. */
function oauthVariables(): OauthVariables {
  const rows = oauthTypes.map((type) => {
    const { title, oauth } = integrationTypes[type];
    const prefix = type.toUpperCase();
    return {
      [`${prefix}_CLIENT_ID`]: text(`OAuth client ID at ${title}, needed to connect`, ""),
      [`${prefix}_CLIENT_SECRET`]: secret(text(`OAuth client secret at ${title}`, "")),
      [`${prefix}_AUTHORIZE_URL`]: address(oauth.authorizeUrl, "Authorization endpoint"),
      [`${prefix}_TOKEN_URL`]: address(oauth.tokenUrl, "Token endpoint"),
      [`${prefix}_API_URL`]:
        oauth.apiUrl === null
          ? url(["http:", "https:"], "API that receives deliveries. Default: the instance that the token names")
          : address(oauth.apiUrl, "API that receives deliveries"),
    };
  });
  return Object.assign({}, ...rows);
}

/**
 * All environment variables (decisions §8). Only this file reads process.env. The types, the error messages and the table in
 * docs/operate/configure.md come from these rows (variable.ts).
 */
export const variables = {
  PORT: integer(0, 65_535, 3000, "Port of the gateway. 0 picks a free port"),
  HOST: text("Address that the gateway listens on", "127.0.0.1"),
  BASE_URL: baseUrl("Public URL, used in links. Default: http://HOST:PORT"),
  ALLOWED_HOSTS: hosts(
    "Accepted values of the Host header. Default: the host of BASE_URL if set. Else any, but only localhost and this machine's addresses until an account exists",
  ),
  OPS_HOST: optionalText(
    "Address for /healthz, /readyz and /metrics. Default: 127.0.0.1 without NATS_URL, else 0.0.0.0",
  ),
  OPS_PORT: integer(0, 65_535, 0, "Port for /healthz, /readyz and /metrics. 0 disables it"),
  DATA_DIR: text("Folder for embedded PostgreSQL, the secrets key and uploads", ".data"),
  DATABASE_URL: secret(postgres("PostgreSQL 15 or newer. Default: embedded PostgreSQL")),
  AUTH_DATABASE_URL: secret(postgres("Used instead of DATABASE_URL by auth")),
  FORMS_DATABASE_URL: secret(postgres("Used instead of DATABASE_URL by forms")),
  SESSIONS_DATABASE_URL: secret(postgres("Used instead of DATABASE_URL by sessions")),
  ANALYTICS_DATABASE_URL: secret(postgres("Used instead of DATABASE_URL by analytics")),
  INTEGRATIONS_DATABASE_URL: secret(postgres("Used instead of DATABASE_URL by integrations")),
  READ_DATABASE_URL: secret(postgres("Replica for exports and insights")),
  MIGRATE_DATABASE_URL: secret(
    postgres("Used instead of the others to migrate: the role that owns the schemas, without a pooler"),
  ),
  DATABASE_SETTINGS: oneOf(
    ["connection", "role"],
    "connection",
    "Source of PostgreSQL's settings: each connection, or its role (deploy/commands/roles.ts), for PgBouncer",
  ),
  DATABASE_POOL_SIZE: integer(
    1,
    1000,
    10,
    "Connections of a process to one database. A process with sessions has up to 8 more for respondents",
  ),
  DATABASE_STATEMENT_TIMEOUT_MS: integer(100, 600_000, 15_000, "Maximum duration of one statement, in ms"),
  NATS_URL: secret(url(["nats:", "tls:"], "NATS servers, comma-separated. Default: one process without NATS")),
  NAMESPACE: name("Separates installations that share a NATS. `pathform` with deploy/nats/nats.conf"),
  REDIS_URL: secret(url(["redis:", "rediss:"], "Redis for shared rate limits. Default: counted in memory")),
  MIGRATE: flag(true, "Migrate the schema at startup"),
  SIGNUP: oneOf(
    ["first", "open", "closed"],
    "first",
    "Registration: first (until one account exists), open (anyone) or closed (no one)",
  ),
  WORKSPACE_CREATION: oneOf(
    ["owners", "anyone", "none"],
    "owners",
    "Users who can create workspaces: owners (of another one), anyone or none",
  ),
  SETUP_TOKEN: secret(
    optionalText(
      "Needed to create the first account with SIGNUP=first and a BASE_URL that isn't localhost. Default: created once and printed as a link at each start",
    ),
  ),
  OIDC_ISSUER_URL: url(
    ["http:", "https:"],
    "Issuer of single sign-on (OpenID Connect). Needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Default: no single sign-on",
  ),
  OIDC_CLIENT_ID: text("Client ID at the issuer", ""),
  OIDC_CLIENT_SECRET: secret(text("Client secret at the issuer", "")),
  OIDC_CLIENT_AUTH: oneOf(
    ["auto", "client_secret_basic", "client_secret_post"],
    "auto",
    "How the issuer gets the client secret. auto follows its discovery, and tries post after a 401 of basic",
  ),
  OIDC_NAME: text("Name of single sign-on, as on its button", "SSO"),
  OIDC_SCOPES: text("Scopes that are asked for", "openid email profile"),
  OIDC_ALLOWED_DOMAINS: domains("Domains of the email addresses that can sign in. Default: any"),
  OIDC_ROLES_CLAIM: text("Claim with a person's groups, such as groups or realm_access.roles. Default: none", ""),
  OIDC_ROLES: roleRules(
    "Roles by group, as group=role/responses@workspace. `*` is everyone with the claim. Each sign-in applies them",
  ),
  OIDC_DEFAULT_ROLE: givenRole("Role of people to whom OIDC_ROLES gives none. Default: they can't sign in"),
  OIDC_WORKSPACE: uuid("ID of the workspace for roles that name none. Default: the oldest"),
  OIDC_TRUST_EMAIL: flag(
    false,
    "Trusts email addresses without an email_verified claim. Only for an issuer that lets no one choose their address",
  ),
  OIDC_SESSION_HOURS: integer(1, 336, 24, "Hours until a single sign-on ends. Use doesn't extend it"),
  OIDC_AUTO_REDIRECT: flag(false, "Opens the issuer's page instead of the sign-in page, but not after an error"),
  SSO_ONLY: flag(false, "Turns off passwords. People sign in with single sign-on only"),
  PAGE_CREDIT: flag(false, "Shows “Made with Pathform” on respondents' pages"),
  RATE_LIMITS: flag(true, "Enables all rate limits"),
  RATE_LIMIT_KEY_PER_MINUTE: perMinute(600, "Requests per API key"),
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute(6000, "Public requests per client address"),
  RATE_LIMIT_STARTS_PER_MINUTE: perMinute(1200, "Session starts per client address"),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute(10, "Sign-ins per client address and email, and password changes per user"),
  RATE_LIMIT_USER_PER_MINUTE: perMinute(600, "Requests per signed-in user"),
  RATE_LIMIT_ENTRY_PER_MINUTE: perMinute(60, "Registrations, sign-ins, password resets and changes per client address"),
  QUOTAS: flag(true, "Enables all quotas"),
  QUOTA_INTEGRATIONS_PER_ACCOUNT: quota(200, "Integrations per workspace"),
  QUOTA_MEMBERS_PER_ACCOUNT: quota(500, "Members per workspace, with guests"),
  QUOTA_ATTACHMENTS_PER_FORM: quota(20, "Integrations attached per form"),
  QUOTA_SESSIONS_PER_FORM_DAY: quota(100_000, "Sessions started per form and UTC day"),
  QUOTA_LINKS_PER_FORM: quota(100_000, "Personal links per form"),
  QUOTA_RESPONSES_IMPORTED_PER_FORM_DAY: quota(200_000, "Imported responses per form and UTC day"),
  QUOTA_UPLOAD_MB_PER_FORM: quota(10_000, "Respondents' files per form, in MB"),
  QUOTA_UPLOAD_MB_PER_ADDRESS_HOUR: quota(1_000, "Uploads per client address and hour, in MB"),
  QUOTA_IMAGE_MB_PER_ACCOUNT: quota(500, "Images per workspace, in MB"),
  QUOTA_MAILS_PER_ACCOUNT_DAY: quota(
    1_000,
    "Email notifications per workspace and UTC day. Further ones wait for the next day",
  ),
  QUOTA_INVITATIONS_PER_ACCOUNT_DAY: optionalInteger(
    0,
    10_000_000,
    "Invitations and reminders by email per workspace and UTC day. Further ones wait for the next day. 0: none. Default: 1000, or 0 with SIGNUP=open",
  ),
  QUOTA_COPIES_PER_ACCOUNT_DAY: quota(500, "Copies to respondents per workspace and UTC day"),
  MAX_CONNECTIONS: integer(1, 1_000_000, 10_000, "Open connections per gateway. More get 503"),
  LISTEN_SOCKETS: integer(
    1,
    4_096,
    512,
    "Sockets that listen on PORT. Each accepts one connection per event loop turn",
  ),
  SHED_IN_FLIGHT: integer(
    1,
    1_000_000,
    1_600,
    "Concurrent requests per gateway. More get 503. New sessions queue once 1/8 of the limit is in use",
  ),
  DRAIN_NOTICE_MS: integer(0, 600_000, 2_000, "How long a stopping gateway still accepts requests, in ms"),
  DRAIN_TIMEOUT_MS: integer(0, 3_600_000, 5_000, "How long it then waits for requests in progress, in ms"),
  TRUSTED_PROXIES: networks("Addresses or CIDR ranges whose X-Forwarded-For is trusted"),
  CORS_ORIGINS: origins("Origins that can call owner endpoints from a browser"),
  SECRETS_KEY: key32("Encrypts stored secrets. Created in DATA_DIR with embedded PostgreSQL, else required"),
  SECRETS_KEY_FILE: path("File with SECRETS_KEY, created if missing. For containers that share a volume or a secret"),
  ABANDON_AFTER_MINUTES: minutes(1440, "Minutes of inactivity until a session is abandoned. Fractions are allowed"),
  RETENTION_DAYS_MAX: optionalInteger(
    1,
    3650,
    "Maximum days until responses of all forms are deleted. A form can have fewer. Default: no maximum",
  ),
  RETENTION_DAY_SECONDS: integer(1, 86_400, 86_400, "Length of such a day in seconds, for tests"),
  DELIVERY_SCHEDULE: delays(
    [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
    "Delays between the attempts of a delivery",
  ),
  DELIVERY_TIMEOUT_MS: integer(
    100,
    60_000,
    15_000,
    "Maximum duration of an attempt with connection, headers and body, in ms",
  ),
  DELIVERY_RETENTION_DAYS: integer(
    1,
    3650,
    90,
    "Days until deliveries and their bodies are deleted. Records of attempts stay up to a thirtieth longer",
  ),
  ALLOW_PRIVATE_DESTINATIONS: flag(false, "Allows deliveries to loopback and private addresses"),
  SMTP_URL: secret(
    url(
      ["smtp:", "smtps:"],
      "Mail server for password resets, failure notifications and email notifications. Default: no email",
    ),
  ),
  SMTP_ALLOW_PLAINTEXT: flag(false, "Allows a password in an smtp:// URL to a mail server without STARTTLS"),
  MAIL_FROM: sender("Sender of emails", "Pathform <pathform@localhost>"),
  UPLOADS: uploads(
    "Storage for respondents' files and owners' images: a directory or an S3 bucket. Default: DATA_DIR/uploads",
  ),
  AUDIT_RETENTION_DAYS: daysOrNever(
    30,
    3650,
    400,
    "Days until entries of the audit log are deleted, or 0 for never. Addresses and browsers go after 90 days",
  ),
  AUDIT_LOG: oneOf(["off", "stdout"], "off", "stdout also writes each entry of the audit log as a JSON line"),
  USAGE_RETENTION_DAYS: integer(1, 3650, 400, "Days until API usage figures are deleted"),
  SECRETS_KEY_OLD: secret(key32("Previous SECRETS_KEY, until you have run `npm run secrets -- rotate`")),
  ...oauthVariables(),
  LOG_LEVEL: oneOf(["fatal", "error", "warn", "info", "debug", "trace"], "info", "Minimum level that is logged"),
  ACCESS_LOG: oneOf(
    ["all", "errors", "off"],
    "all",
    "Requests and delivery attempts that are logged at level info: all, errors (5xx, failed attempts) or off",
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(
    ["http:", "https:"],
    "OpenTelemetry collector that receives traces over HTTP. Default: no traces",
  ),
  OTEL_TRACES_SAMPLER_ARG: share(1, "Share of the requests that are traced"),
  LOG_FORMAT: oneOf(["auto", "pretty", "json"], "auto", "auto is pretty on a terminal, else json"),
} satisfies Record<string, Variable<unknown>>;

export { EnvError };
export type Env = { [N in keyof typeof variables]: (typeof variables)[N]["fallback"] };

/** Deprecated names, which still work. */
const formerNames: Partial<Record<string, keyof Env>> = { DRAIN_PATIENCE_MS: "DRAIN_TIMEOUT_MS" };

/** Names of variables whose value can also come from the file in `<NAME>_FILE`. SECRETS_KEY_FILE has its own row. */
export const secretNames = Object.entries(variables).flatMap(([name, { isSecret }]) => (isSecret ? [name] : []));

/** Returns whether an environment variable is one of Pathform's. */
export const isKnown = (name: string): boolean =>
  name in variables || (name.endsWith("_FILE") && secretNames.includes(name.slice(0, -"_FILE".length)));

/** Reads and checks all variables. An empty value counts as unset. Throws EnvError. */
export function readEnv(given: Source): Env {
  const source = { ...given, ...secretFiles(secretNames, given) };
  const renamed = Object.fromEntries(deprecated(source).map(({ former, name }) => [name, former]));
  const entries = Object.entries(variables).map(([name, variable]) => {
    const used = source[name] ? name : (renamed[name] ?? name);
    return [name, readOne(used, variable, source[used])];
  });
  const env = Object.fromEntries(entries) as Env;
  checkSingleSignOn(env);
  return env;
}

/** A half configuration would look like none, and SSO_ONLY without an issuer would lock everyone out (teams §20.14). */
function checkSingleSignOn(env: Env): void {
  const needed = ["OIDC_ISSUER_URL", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const lacking = needed.filter((name) => !env[name]);
  if (lacking.length > 0 && lacking.length < needed.length)
    throw new EnvError(`${lacking[0]} must be set, because single sign-on needs ${needed.join(", ")}.`);
  if (env.SSO_ONLY && lacking.length > 0) throw new EnvError("SSO_ONLY must be false without OIDC_ISSUER_URL.");
}

/** http to another network. Names without a dot are in the own one. */
function isReadable(issuer: string | undefined): boolean {
  const url = URL.parse(issuer ?? "");
  if (url?.protocol !== "http:" || !(url.hostname.includes(".") || url.hostname.startsWith("["))) return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return !ipaddr.isValid(host) || ipaddr.process(host).range() === "unicast";
}

const deprecated = (source: Source) =>
  Object.entries(formerNames).flatMap(([former, name]) => (source[former] && name ? [{ former, name }] : []));

/** Returns a warning for each deprecated name that is set, and for links that only this machine can open. */
export function envWarnings(source: Source = process.env): string[] {
  const sendsMail = Boolean(source.SMTP_URL || source.SMTP_URL_FILE);
  return [
    ...deprecated(source).map(({ former, name }) => `${former} is deprecated. Use ${name}.`),
    ...(sendsMail && !source.BASE_URL
      ? ["SMTP_URL is set without BASE_URL, so links in emails point to the listening address. Set BASE_URL."]
      : []),
    ...(isReadable(source.OIDC_ISSUER_URL)
      ? ["OIDC_ISSUER_URL starts with http://, so others on the network can sign in as anyone. Use https://."]
      : []),
  ];
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

/** The server's address without a trailing slash, if it is known (BASE_URL). */
export const ownAddress = (): string | undefined => env().BASE_URL?.replace(/\/+$/, "");

const programVariables = ["PATH", "TZ", "TMPDIR", "SystemRoot"];

/** Returns the environment for third-party programs, without secrets. */
export function programEnvironment(): Record<string, string> {
  return Object.fromEntries(programVariables.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
