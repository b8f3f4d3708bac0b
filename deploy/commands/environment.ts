import { readFileSync, writeFileSync } from "node:fs";
import { oauthTypes } from "../../shared/domain/integrations/index.ts";
import { type Env, secretNames, variables } from "../../shared/platform/env.ts";

/**
 * `npm run environment`: writes the environment variables of shared/platform/env.ts to docs/operate/configure.md, by topic. `--check`
 * fails if the tables are out of date.
 */
const path = "docs/operate/configure.md";
const marks = ["<!-- environment: npm run environment -->\n", "<!-- /environment -->"] as const;

/** Variables by topic. All others are in the last one. */
const topics: Record<string, readonly (keyof Env)[]> = {
  "In production": [
    "BASE_URL",
    "TRUSTED_PROXIES",
    "DATABASE_URL",
    "NATS_URL",
    "REDIS_URL",
    "SECRETS_KEY",
    "SECRETS_KEY_FILE",
  ],
  "Sign-up": ["SIGNUP", "SETUP_TOKEN", "WORKSPACE_CREATION"],
  Mail: ["SMTP_URL", "MAIL_FROM", "SMTP_ALLOW_PLAINTEXT"],
  "Files and storage": ["UPLOADS", "DATA_DIR"],
  Pages: ["PAGE_CREDIT", "CORS_ORIGINS"],
  Limits: keysOf((name) => /^(RATE_LIMIT|QUOTA)/.test(name)),
  Deliveries: keysOf((name) => name.startsWith("DELIVERY_") || name === "ALLOW_PRIVATE_DESTINATIONS"),
  "OAuth integrations": keysOf((name) => oauthTypes.some((type) => name.startsWith(`${type.toUpperCase()}_`))),
  "Logs and traces": [
    "LOG_LEVEL",
    "LOG_FORMAT",
    "ACCESS_LOG",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_TRACES_SAMPLER_ARG",
  ],
  Retention: ["ABANDON_AFTER_MINUTES", "RETENTION_DAYS_MAX", "RETENTION_DAY_SECONDS", "USAGE_RETENTION_DAYS"],
};

const text = readFileSync(path, "utf8");
const [before = "", after = ""] = [text.split(marks[0])[0], text.split(marks[1])[1]];
const written = `${before}${marks[0]}${tables()}${marks[1]}${after}`;
if (process.argv.includes("--check")) {
  if (written !== text) {
    console.error(`${path} is out of date. Run "npm run environment".`);
    process.exitCode = 1;
  }
} else writeFileSync(path, written);

function keysOf(has: (name: string) => boolean): (keyof Env)[] {
  return (Object.keys(variables) as (keyof Env)[]).filter(has);
}

function tables(): string {
  const named = new Set(Object.values(topics).flat());
  const all = { ...topics, Advanced: keysOf((name) => !named.has(name as keyof Env)) };
  const secrets = `Each of these can also come from a file. Set \`<NAME>_FILE\` to its path: ${secretNames.map((name) => `\`${name}\``).join(", ")}.`;
  return [
    ...Object.entries(all).map(([topic, names]) => `\n### ${topic}\n\n${table(names)}`),
    "\n### Secrets from files\n",
    secrets,
    "",
  ].join("\n");
}

function table(names: readonly (keyof Env)[]): string {
  const rows = names.map((name) => {
    const { fallback, must, meaning } = variables[name];
    return `| \`${name}\` | ${shown(fallback)} | ${cell(meaning)} | ${cell(must)} |`;
  });
  return ["| Variable | Default | Meaning | Must be |", "|---|---|---|---|", ...rows].join("\n");
}

function shown(fallback: unknown): string {
  if (fallback === undefined || fallback === "" || (Array.isArray(fallback) && fallback.length === 0)) return "–";
  return `\`${Array.isArray(fallback) ? fallback.map(duration).join(",") : String(fallback)}\``;
}

/** Formats ms in the largest unit that gives an integer. */
function duration(ms: number): string {
  const units = { h: 3_600_000, m: 60_000, s: 1_000 };
  const [unit, size] = Object.entries(units).find(([, size]) => ms % size === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}

function cell(value: string): string {
  return value.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
