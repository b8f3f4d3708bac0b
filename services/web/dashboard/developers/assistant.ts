import { allows, allowsInSomeForm } from "../../../../shared/api/access/allows.ts";
import { capabilitiesOfScopes } from "../../../../shared/api/access/capabilities.ts";
import { type AssistantTool, assistantTools } from "../../../../shared/api/assistantTools.ts";
import type { ApiKey } from "../../../../shared/api/shapes/auth.ts";

/** Permissions of a key. */
export type Permits = Pick<ApiKey, "scopes" | "form_ids">;

const names = Object.keys(assistantTools) as AssistantTool[];

/** Returns the tools that an assistant with this key has, and those that it lacks, both in order. */
export function toolsOf({ scopes, form_ids: ids }: Permits): { held: AssistantTool[]; lacking: AssistantTool[] } {
  const granted = capabilitiesOfScopes(scopes);
  const rights = ids
    ? { key_id: "", capabilities: [], forms: Object.fromEntries(ids.map((id) => [id, granted])) }
    : { key_id: "", capabilities: granted };
  const has = (name: AssistantTool) => {
    const { kind, needs } = assistantTools[name];
    const caller = { ...rights, needs: [needs] };
    return kind === "adds" ? allows(caller, "workspace") : allowsInSomeForm(caller);
  };
  return { held: names.filter(has), lacking: names.filter((name) => !has(name)) };
}

export type App = "desktop" | "command" | "code" | "other";

/** Returns what someone pastes into an assistant, with the whole key or its start. */
export function setUpCode(app: App, origin: string, key: string): string {
  const url = `${origin}/api/mcp/`;
  const authorization = `Bearer ${key}`;
  const server = { url, headers: { Authorization: authorization } };
  switch (app) {
    case "desktop":
      return JSON.stringify({ mcpServers: { pathform: server } }, null, 2);
    case "code":
      return JSON.stringify({ servers: { pathform: { type: "http", ...server } } }, null, 2);
    case "command":
      return `claude mcp add --transport http pathform ${url} --header "Authorization: ${authorization}"`;
    case "other":
      return `${url}\nAuthorization: ${authorization}`;
  }
}
