import { address } from "./address.ts";
import type { IntegrationModule } from "./type.ts";

/** A readable message to a channel; its address is its only credential, hence a secret. */
export const slack: IntegrationModule = {
  config: { webhook_url: { ...address, isSecret: true, isRequired: true } },
  isOAuth: false,
};
