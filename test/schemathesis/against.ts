import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "../support/postgres.ts";
import { startProduct } from "../support/product.ts";
import { runFolder } from "../support/run.ts";
import { survey } from "../support/sampleGraphs.ts";

/**
 * Runs Schemathesis (the program given as argument) against a running Pathform, with valid and invalid requests generated from
 * the OpenAPI document. No response can be a 500, have an undocumented status or content type, or break its schema. The exit code
 * is the result.
 */
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "response_headers_conformance",
];
const [program = "schemathesis", ...further] = process.argv.slice(2);

const postgres = await startPostgres();
const product = await startProduct({ way: "one" });
try {
  const { key, cookie, ids } = await makeProperty(product.url);
  const config = join(runFolder(), "schemathesis.toml");
  writeFileSync(config, configText(ids));
  const run = (...options: string[]) =>
    schemathesis(["--config-file", config, "run", `${product.url}/api/openapi.json`, ...options]);
  // by key, then signed in, where keys aren't accepted or something is deleted. Each operation takes part once
  const signedIn = await operationsForCookies(product.url);
  const each = (option: string) => signedIn.flatMap((id) => [option, id]);
  const first = run("--header", `Authorization: Bearer ${key}`, ...each("--exclude-operation-id"));
  const second = run("--header", `Cookie: ${cookie}`, ...each("--include-operation-id"));
  process.exitCode = first || second;
} finally {
  await product.stop();
  await postgres.stop();
}

function schemathesis(command: string[]): number {
  const options = [
    ...["--checks", checks.join(","), "--phases", "examples,coverage,fuzzing", "--max-examples", "12"],
    ...["--seed", "1", "--request-timeout", "20", "--workers", "1", "--generation-database", "none", "--no-color"],
    ...["--max-failures", "20", "--warnings", "off"],
  ];
  return spawnSync(program, [...command, ...options, ...further], { stdio: "inherit", cwd: runFolder() }).status ?? 1;
}

interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
}

/** Returns operations that don't accept keys, and those that delete something, which later requests need. */
async function operationsForCookies(url: string): Promise<string[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.values(paths)
    .flatMap((methods) => Object.entries(methods))
    .filter(([method, { security }]) => method === "delete" || isByCookie(security))
    .map(([, { operationId }]) => operationId);
}

function isByCookie(security: Operation["security"] = []): boolean {
  return security.length > 0 && security.every((scheme) => !("apiKey" in scheme));
}

interface Ids {
  slug: string;
  session: string;
  theme: string;
  integration: string;
  attachment: string;
}

/** Creates one of everything, so that requests reach more than 404. */
async function makeProperty(url: string) {
  let headers: Record<string, string> = { "content-type": "application/json" };
  async function send(method: string, path: string, body: unknown = {}) {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} → ${response.status} ${await response.text()}`);
    const [cookie] = response.headers.getSetCookie();
    headers = { ...headers, ...(cookie && { cookie: cookie.split(";", 1)[0] ?? "" }) };
    return (await response.json()) as Record<string, string>;
  }
  await send("POST", "/api/auth/register/", {
    email: "st@example.com",
    password: "a long password",
    name: "Schemathesis",
  });
  const { key } = await send("POST", "/api/account/api-keys/", { name: "Schemathesis" });
  const slug = "schemathesis";
  const form = `/api/v2/form/${slug}/`;
  await send("POST", "/api/v2/form/", { title: "Schemathesis", slug });
  await send("PUT", `${form}draft/`, { graph: survey() });
  await send("POST", `${form}publish/`);
  const idOf = async (path: string, body: object) => (await send("POST", path, body)).id ?? "";
  const session = await idOf(`/api/v2/r/${slug}/start/`, {});
  const theme = await idOf("/api/v2/theme/", { name: "Schemathesis" });
  const hook = { name: "Schemathesis", config: { url: "http://127.0.0.1:9/" } };
  const integration = await idOf("/api/integrations/webhook/", hook);
  const attachment = await idOf(`${form}integrations/`, { integration_id: integration, events: ["session.started"] });
  const ids: Ids = { slug, session, theme, integration, attachment };
  return { key, cookie: headers.cookie, ids };
}

/** Without these, requests would use unknown forms, sessions and integrations. */
function configText({ slug, session, theme, integration, attachment }: Ids): string {
  const ofPath = (path: string, id: string) => [
    "[[operations]]",
    `include-path-regex = '^${path.replaceAll(/[{}]/g, "\\$&")}'`,
    `parameters = { "path.id" = "${id}" }`,
  ];
  const lines = [
    "[parameters]",
    `"path.slug" = "${slug}"`,
    `"path.session_id" = "${session}"`,
    `"path.type" = "webhook"`,
    `"path.version_number" = 1`,
    ...ofPath("/api/v2/theme/{id}/", theme),
    ...ofPath("/api/integrations/{type}/{id}/", integration),
    ...ofPath("/api/integrations/webhook/{id}/", integration),
    ...ofPath("/api/v2/form/{slug}/integrations/{id}/", attachment),
  ];
  return `${lines.join("\n")}\n`;
}
