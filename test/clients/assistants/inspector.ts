/** The protocol's Inspector lists an assistant's tools and calls one. `node inspector.ts <program of the Inspector>` */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const [, , inspector = ""] = process.argv;
const url = String(process.env.PATHFORM_URL);
const key = String(process.env.PATHFORM_KEY);

function inspected(...options: string[]): Record<string, unknown> {
  const server = ["--cli", `${url}/api/mcp/`, "--transport", "http", "--header", `Authorization: Bearer ${key}`];
  const printed = execFileSync(process.execPath, [inspector, ...server, ...options], {
    encoding: "utf8",
    timeout: 60_000,
    // its own lines about versions of Node.js
    stdio: ["ignore", "pipe", "ignore"],
  });
  return JSON.parse(printed.slice(printed.indexOf("{")));
}

const { tools } = inspected("--method", "tools/list") as { tools: { name: string }[] };
assert.ok(tools.some(({ name }) => name === "validate_draft"));
const call = ["--method", "tools/call", "--tool-name", "create_form", "--tool-arg", "title=Mood"];
const { content } = inspected(...call) as { content: { text: string }[] };
assert.match(JSON.parse(content[0]?.text ?? "").slug, /^mood-/);
const { resources } = inspected("--method", "resources/list") as { resources: { uri: string }[] };
assert.ok(resources.some(({ uri }) => uri === "pathform://graph-schema"));
