/** The page that connects AI assistants. */

import type { AssistantTool } from "../../../../../shared/api/assistantTools.ts";
import { numberText } from "./numbers.ts";

export { assistants as title } from "./app.ts";

export const intro = (workspace: string): string =>
  `Let an AI assistant build forms and read results in ${workspace}. It can do what its key allows, nothing more.`;

export const choose = "Choose its permissions";
export const choices = {
  build: { title: "Build forms", text: "Drafts, checks, publishing" },
  read: { title: "Read results", text: "Insights and responses" },
  existing: { title: "Existing key", text: "Use one you have" },
};
export const never = "Never includes members, other keys or deleting responses.";
export const keyName = "Assistant";
export const key = "Key";
export const noKeys = "No active keys yet. Create one instead.";
export const created = (prefix: string): string => `Key ${prefix}… created. The text below has all of it.`;
export const once = "Copy the text before you leave this page. You won’t see the key again.";
export const another = "Create another key";

export const add = "Add Pathform to your assistant";
export const app = "Kind of assistant";
export const apps = { desktop: "App", command: "Terminal", code: "Editor", other: "Other" };
export const snippetLabel = {
  desktop: "Configuration",
  command: "Command",
  code: "Configuration",
  other: "Address and header",
};
export const snippetHint = {
  desktop: "For apps that read “mcpServers” from a file, such as Cursor.",
  command: "For Claude Code.",
  code: "For VS Code, in the file .vscode/mcp.json.",
  other: "For ChatGPT and others: a connector or MCP server of the type “Streamable HTTP”.",
};
export const pasteKey = (prefix: string): string => `Replace ${prefix}… with the whole key.`;
export const copy = "Copy";

export const ask = "Ask it something";
export const samples = {
  build: "“Build a PHQ-9 with score bands, check that no path is left uncovered, and publish it.”",
  read: "“What do people dislike about lunch? Read the answers of this week.”",
};
export const waiting = "Waiting for the first request with this key…";
export const connected = (time: string, prefix: string): string => `Connected. Last request: ${time}, with ${prefix}…`;

export const tools = "Tools";
export const toolsOf = (count: number, all: number): string =>
  `${numberText(count)} of ${numberText(all)} with this key`;
export const reads = "Reads";
export const changes = "Changes";
export const toolTexts: Record<AssistantTool, string> = {
  list_forms: "Find forms",
  get_form: "Read a form’s settings",
  create_form: "Start a form",
  get_draft: "Read the draft",
  save_draft: "Change questions and rules",
  validate_draft: "Find problems, with examples",
  simulate_draft: "Walk a path",
  diff_versions: "Compare versions",
  publish_form: "Make it live",
  list_templates: "Find a template",
  import_document: "Read a file as a form",
  list_responses: "Read answers",
  get_insights: "Read counts and charts",
};
const list = new Intl.ListFormat("en");
export const lacking = (names: readonly string[]): string => `This key can’t use ${list.format(names)}.`;

export const recent = "Recent changes";
export const auditLog = "Audit log";
export const noChanges = "Changes by the assistant are listed here.";

export const strangers = {
  start: "Answers are handed over as ",
  strong: "text from strangers",
  end: ". An assistant is told not to follow instructions in them.",
};
