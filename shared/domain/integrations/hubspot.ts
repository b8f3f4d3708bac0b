import { node, nodeMap } from "./field.ts";
import { describe } from "./integrationType.ts";

export const hubspot = describe({
  title: "HubSpot",
  auth: "oauth",
  config: {
    property_map: nodeMap({
      title: "Properties",
      description:
        "Contact properties by internal name, each with a node ID, `calculation:<key>`, `band:<key>`, `hidden:<key>` or `score:total`.",
    }),
    email_node_id: node({
      title: "Email question",
      description: "The question with the contact's email address. It identifies the contact.",
      "x-required": true,
    }),
  },
  // https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide
  oauth: {
    scopes: ["oauth", "crm.objects.contacts.read", "crm.objects.contacts.write"],
    authorizeParams: {},
    authorizeUrl: "https://app.hubspot.com/oauth/authorize",
    tokenUrl: "https://api.hubapi.com/oauth/v3/token",
    apiUrl: "https://api.hubapi.com",
  },
});
