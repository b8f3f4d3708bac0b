import { url } from "./field.ts";
import { describe } from "./integrationType.ts";

export const slack = describe({
  title: "Slack",
  auth: "secret",
  config: {
    webhook_url: url({
      title: "Webhook URL",
      description: "The URL of a Slack app's incoming webhook. It is a secret and never shown again.",
      writeOnly: true,
      "x-required": true,
    }),
  },
});
