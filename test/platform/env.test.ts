import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvError, envWarnings, readEnv, secretNames, variables } from "../../shared/platform/env.ts";
import { runFolder } from "../support/run.ts";

/** Environment variables (decisions §8). */
type Name = keyof typeof variables;
const names = Object.keys(variables) as Name[];

test("uses the defaults of unset and empty variables", () => {
  const empty = Object.fromEntries(names.map((name) => [name, ""]));
  expect(readEnv(empty)).toEqual(readEnv({}));
  expect(readEnv({})).toMatchObject({
    PORT: 3000,
    HOST: "127.0.0.1",
    DATA_DIR: ".data",
    DATABASE_POOL_SIZE: 10,
    DATABASE_STATEMENT_TIMEOUT_MS: 15_000,
    MIGRATE: true,
    SIGNUP: "first",
    RATE_LIMITS: true,
    RATE_LIMIT_KEY_PER_MINUTE: 600,
    RATE_LIMIT_PUBLIC_PER_MINUTE: 6000,
    RATE_LIMIT_STARTS_PER_MINUTE: 1200,
    RATE_LIMIT_SIGN_IN_PER_MINUTE: 10,
    RATE_LIMIT_USER_PER_MINUTE: 600,
    RATE_LIMIT_ENTRY_PER_MINUTE: 60,
    QUOTAS: true,
    QUOTA_INTEGRATIONS_PER_ACCOUNT: 200,
    QUOTA_ATTACHMENTS_PER_FORM: 20,
    QUOTA_SESSIONS_PER_FORM_DAY: 100_000,
    QUOTA_UPLOAD_MB_PER_FORM: 10_000,
    QUOTA_UPLOAD_MB_PER_ADDRESS_HOUR: 1_000,
    QUOTA_IMAGE_MB_PER_ACCOUNT: 500,
    DRAIN_NOTICE_MS: 2_000,
    DRAIN_TIMEOUT_MS: 5_000,
    ALLOWED_HOSTS: [],
    ABANDON_AFTER_MINUTES: 1440,
    LOG_LEVEL: "info",
  });
});

test.each<[Name, string, unknown]>([
  ["PORT", "8080", 8080],
  ["DATABASE_URL", "postgresql://a:b@localhost/c", "postgresql://a:b@localhost/c"],
  ["NATS_URL", "nats://a:4222,nats://b:4222", "nats://a:4222,nats://b:4222"],
  ["REDIS_URL", "rediss://:secret@cache:6380/1", "rediss://:secret@cache:6380/1"],
  ["MIGRATE", "false", false],
  ["BASE_URL", "https://forms.example.com:8443/", "https://forms.example.com:8443/"],
  ["MAIL_FROM", "Acme, Inc. <forms@example.com>", "Acme, Inc. <forms@example.com>"],
  ["MAIL_FROM", "forms@localhost", "forms@localhost"],
  ["RATE_LIMITS", "off", false],
  ["ABANDON_AFTER_MINUTES", "0.05", 0.05],
  ["TRUSTED_PROXIES", "10.0.0.0/8, 127.0.0.1", ["10.0.0.0/8", "127.0.0.1"]],
  [
    "ALLOWED_HOSTS",
    "Forms.example, forms.example:8443,[::1]:3000",
    ["forms.example", "forms.example:8443", "[::1]:3000"],
  ],
  ["UPLOADS", "s3://bucket?endpoint=http://127.0.0.1:9000&region=eu-west-1", expect.stringMatching(/^s3:/)],
  ["SECRETS_KEY", Buffer.alloc(32, 1).toString("base64"), Buffer.alloc(32, 1)],
])("%s accepts %s", (name, value, expected) => {
  expect(readEnv({ [name]: value })[name]).toEqual(expected);
});

test.each<[Name, string]>([
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "-1"],
  ["OPS_PORT", "1.5"],
  ["BASE_URL", "forms.example.com"],
  ["BASE_URL", "https://example.com/forms"],
  ["BASE_URL", "https://example.com/?a"],
  ["BASE_URL", "https://me@example.com"],
  ["MAIL_FROM", "Pathform"],
  ["MAIL_FROM", "Pathform <forms>"],
  ["MAIL_FROM", "a@example.com, b@example.com"],
  ["DATABASE_URL", "mysql://localhost"],
  ["READ_DATABASE_URL", "localhost"],
  ["DATABASE_POOL_SIZE", "0"],
  ["DATABASE_STATEMENT_TIMEOUT_MS", "15s"],
  ["NATS_URL", "nats://a:4222,http://b"],
  ["REDIS_URL", "http://cache"],
  ["NAMESPACE", "path.form"],
  ["NAMESPACE", "MOL >"],
  ["MIGRATE", "maybe"],
  ["SIGNUP", "everybody"],
  ["RATE_LIMITS", "some"],
  ["RATE_LIMIT_KEY_PER_MINUTE", "many"],
  ["QUOTAS", "none"],
  ["QUOTA_SESSIONS_PER_FORM_DAY", "-1"],
  ["DRAIN_NOTICE_MS", "2s"],
  ["ALLOWED_HOSTS", "https://forms.example"],
  ["SECRETS_KEY", "c2hvcnQ="],
  ["ABANDON_AFTER_MINUTES", "0"],
  ["UPLOADS", "s3://bucket?zone=1"],
  ["UPLOADS", "ftp://files.example"],
  ["OIDC_ISSUER_URL", "login.example"],
  ["OIDC_ROLES", "admins"],
  ["OIDC_DEFAULT_ROLE", "guest"],
  ["OIDC_WORKSPACE", "lunch"],
  ["OIDC_ALLOWED_DOMAINS", "@example.com"],
  ["OIDC_SESSION_HOURS", "0"],
  ["LOG_LEVEL", "loud"],
  ["LOG_FORMAT", "xml"],
])("%s=%s throws one line that names the variable", (name, value) => {
  let error: unknown;
  try {
    readEnv({ [name]: value });
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(EnvError);
  expect((error as Error).message).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`));
});

test("accepts a former name with a warning, and prefers the new name", () => {
  const former = { DRAIN_PATIENCE_MS: "3000" };
  expect(readEnv(former).DRAIN_TIMEOUT_MS).toBe(3_000);
  expect(envWarnings(former)).toEqual(["DRAIN_PATIENCE_MS is deprecated. Use DRAIN_TIMEOUT_MS."]);
  expect(readEnv({ ...former, DRAIN_TIMEOUT_MS: "4000" }).DRAIN_TIMEOUT_MS).toBe(4_000);
  expect(() => readEnv({ DRAIN_PATIENCE_MS: "3s" })).toThrow("DRAIN_PATIENCE_MS must be");
  expect(envWarnings({})).toEqual([]);
});

const secretValues: Partial<Record<Name, string>> = {
  NATS_URL: "tls://forms:password@nats:4222",
  REDIS_URL: "rediss://:password@cache",
  SMTP_URL: "smtp://user:password@mail",
  SECRETS_KEY_OLD: Buffer.alloc(32, 1).toString("base64"),
};

const issuer = {
  OIDC_ISSUER_URL: "https://login.example",
  OIDC_CLIENT_ID: "pathform",
  OIDC_CLIENT_SECRET: "secret",
};

test.each(secretNames as Name[])("reads %s from the file in its _FILE variable", (name) => {
  const value = secretValues[name] ?? "postgres://user:password@host/name";
  const file = join(mkdtempSync(join(runFolder(), "secret-")), "secret");
  writeFileSync(file, `${value}\n`);
  const others = name === "OIDC_CLIENT_SECRET" ? { ...issuer, [name]: "" } : {};
  expect(readEnv({ ...others, [`${name}_FILE`]: file })[name]).toEqual(readEnv({ ...others, [name]: value })[name]);
  expect(() => readEnv({ [`${name}_FILE`]: file, [name]: value })).toThrow(`Set either ${name} or ${name}_FILE.`);
  expect(() => readEnv({ [`${name}_FILE`]: `${file}.missing` })).toThrow(
    `${name}_FILE must be a readable file: ENOENT`,
  );
});

test("every variable with a URL that can have a password, a key, a token or a client secret is a secret", () => {
  const hasSecret = (name: string) =>
    /(DATABASE|NATS|REDIS|SMTP)_URL$|_KEY_OLD$|_CLIENT_SECRET$|^SETUP_TOKEN$/.test(name);
  expect(secretNames).toEqual(names.filter(hasSecret));
});

test.each(names)("%s has a description for docs/operate/configure.md", (name) => {
  const { meaning, must } = variables[name];
  expect(meaning).toMatch(/^\S.{5,}\S$/);
  expect(must).not.toBe("");
});

test("warns that links in emails point to the listening address without BASE_URL", () => {
  const warning = /links in emails point to the listening address/;
  expect(envWarnings({ SMTP_URL: "smtp://mail.example" })).toEqual([expect.stringMatching(warning)]);
  expect(envWarnings({ SMTP_URL_FILE: "/run/secrets/smtp" })).toEqual([expect.stringMatching(warning)]);
  expect(envWarnings({ SMTP_URL: "smtp://mail.example", BASE_URL: "https://forms.example" })).toEqual([]);
  expect(envWarnings({})).toEqual([]);
});

test("doesn't start with a part of single sign-on, or without a way to sign in", () => {
  expect(readEnv({ ...issuer, SSO_ONLY: "true" })).toMatchObject({ OIDC_NAME: "SSO", OIDC_SESSION_HOURS: 24 });
  for (const name of Object.keys(issuer))
    expect(() => readEnv({ ...issuer, [name]: "" })).toThrow(`${name} must be set, because single sign-on needs`);
  expect(() => readEnv({ SSO_ONLY: "true" })).toThrow("SSO_ONLY must be false without OIDC_ISSUER_URL.");
});

test("warns of an issuer by http in another network", () => {
  const warnings = (url: string) => envWarnings({ OIDC_ISSUER_URL: url }).length;
  for (const url of ["http://login.example", "http://8.8.8.8", "http://[2600::1]"])
    expect([url, warnings(url)]).toEqual([url, 1]);
  const own = [
    "https://login.example",
    "http://localhost:8080",
    "http://keycloak:8080",
    "http://10.0.0.7",
    "http://[::1]:80",
  ];
  for (const url of own) expect([url, warnings(url)]).toEqual([url, 0]);
});
