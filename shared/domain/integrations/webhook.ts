import { flag, headers, url } from "./field.ts";
import { describe } from "./integrationType.ts";

export const webhook = describe({
  title: "Webhook",
  auth: "none",
  config: {
    url: url({
      title: "Address",
      description: "The http or https address that events are POSTed to.",
      "x-required": true,
    }),
    verify_ssl: flag({
      title: "Check the certificate",
      description:
        "Whether the receiver's TLS certificate must be valid. Turn it off only for a receiver that you test.",
      default: true,
    }),
    headers: headers({
      title: "Headers",
      description:
        "Up to 10 more headers of each request. Their values are secrets: they are shown masked, and a masked value that is " +
        "sent back keeps the stored one.",
    }),
  },
});
