import { flag, headers, url } from "./field.ts";
import { describe } from "./integrationType.ts";

export const webhook = describe({
  title: "Webhook",
  auth: "none",
  config: {
    url: url({
      title: "URL",
      description: "The HTTP or HTTPS URL that receives events.",
      "x-required": true,
    }),
    verify_ssl: flag({
      title: "Verify TLS certificate",
      description: "Requires a valid TLS certificate. Disable it only for tests.",
      default: true,
    }),
    headers: headers({
      title: "Headers",
      description: "Up to 10 headers of your own. Values are stored encrypted and shown masked.",
    }),
  },
});
