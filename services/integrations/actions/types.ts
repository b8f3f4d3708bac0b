import type { Action } from "../../../shared/bus/calls.ts";
import { descriptionOf, integrationTypeNames } from "../../../shared/domain/integrations/index.ts";
import { isConfigured } from "../oauth/provider.ts";

/** Lists the integration types with the fields of their `config` (decisions §9.3). */
export const types: Action<"integrations.types"> = {
  params: { caller: "object" },
  handler() {
    return integrationTypeNames.map((type) => {
      const { title, auth, config } = descriptionOf(type);
      const fields = Object.entries(config).map(([name, field]) => ({
        name,
        title: field.title,
        description: field.description,
        type: field["x-editor"] === "text" ? ("string" as const) : field["x-editor"],
        is_secret: field.writeOnly ?? false,
        is_required: field["x-required"] ?? false,
        default: field.default ?? null,
      }));
      return { type, title, auth, is_configured: isConfigured(type), fields };
    });
  },
};
