import type { Need } from "./access/allows.ts";

/** Effect of a tool: it only reads, `adds` something new, or `replaces` something. */
type ToolKind = "reads" | "adds" | "replaces";

/** Tools of assistants (wants §24.3), each with the need of its endpoint. */
export const assistantTools = {
  list_forms: { kind: "reads", needs: "forms:read" },
  get_form: { kind: "reads", needs: "forms:read" },
  create_form: { kind: "adds", needs: "forms:write" },
  get_draft: { kind: "reads", needs: "forms:read" },
  save_draft: { kind: "replaces", needs: "forms:write" },
  validate_draft: { kind: "reads", needs: "forms:read" },
  simulate_draft: { kind: "reads", needs: "forms:read" },
  diff_versions: { kind: "reads", needs: "forms:read" },
  publish_form: { kind: "replaces", needs: "forms:write" },
  list_templates: { kind: "reads", needs: "any role" },
  import_document: { kind: "reads", needs: "any role" },
  list_responses: { kind: "reads", needs: "responses:read_anonymous" },
  get_insights: { kind: "reads", needs: "insights:read" },
} as const satisfies Record<string, { kind: ToolKind; needs: Need }>;

export type AssistantTool = keyof typeof assistantTools;
