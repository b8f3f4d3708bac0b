import { address } from "./address.ts";
import { failure } from "./outcome.ts";
import type { IntegrationModule } from "./type.ts";

/** A readable message to a channel; its address is its only credential, hence a secret. */
export const slack: IntegrationModule = {
  config: { webhook_url: { ...address, isSecret: true, isRequired: true } },
  isOAuth: false,
  deliver: async () => failure("Not delivered yet."),
  check: async () => failure("Not checked yet."),
};
