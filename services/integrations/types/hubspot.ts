import { nodeId, nodeMap } from "./mapping.ts";
import { failure } from "./outcome.ts";
import type { IntegrationModule } from "./type.ts";

/** Creates or updates a contact, found by the answer of `email_node_id`. */
export const hubspot: IntegrationModule = {
  config: { property_map: nodeMap, email_node_id: { shape: nodeId() } },
  isOAuth: true,
  deliver: async () => failure("Not delivered yet."),
  check: async () => failure("Not checked yet."),
};
