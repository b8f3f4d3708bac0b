import { Type } from "../../../shared/schema.ts";
import { nodeMap, providerName } from "./mapping.ts";
import { failure } from "./outcome.ts";
import type { IntegrationModule } from "./type.ts";

/** Creates a record of type `object`. */
export const salesforce: IntegrationModule = {
  config: {
    object: {
      shape: Type.String({ pattern: providerName.source, patternMessage: "must be the API name of an object" }),
      fallback: "Lead",
    },
    field_map: nodeMap,
  },
  isOAuth: true,
  deliver: async () => failure("Not delivered yet."),
  check: async () => failure("Not checked yet."),
};
