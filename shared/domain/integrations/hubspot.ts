import { node, nodeMap } from "./field.ts";
import { describe } from "./integrationType.ts";

export const hubspot = describe({
  title: "HubSpot",
  auth: "oauth",
  config: {
    property_map: nodeMap({
      title: "Properties",
      description: "Which answer goes into which property of the contact: names of properties, each with a node id.",
    }),
    email_node_id: node({
      title: "E-mail question",
      description: "The question that asks for the contact's e-mail address; by it contacts are found and made.",
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
