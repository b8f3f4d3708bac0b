import { url } from "./field.ts";
import { describe } from "./integrationType.ts";

export const slack = describe({
  title: "Slack",
  auth: "secret",
  config: {
    webhook_url: url({
      title: "Webhook address",
      description:
        "The address of an incoming webhook of a Slack app. Whoever knows it can post, so it is never shown.",
      writeOnly: true,
      "x-required": true,
    }),
  },
});
