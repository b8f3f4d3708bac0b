import { providerName } from "./checks.ts";
import { nodeMap, text } from "./field.ts";
import { describe } from "./integrationType.ts";

export const salesforce = describe({
  title: "Salesforce",
  auth: "oauth",
  config: {
    object: text(
      { pattern: providerName.source, patternMessage: "must be the API name of an object, such as Lead" },
      { title: "Object", description: "The API name of the object to create.", default: "Lead" },
    ),
    field_map: nodeMap({
      title: "Fields",
      description:
        "Record fields by API name, each with a node ID, `calculation:<key>`, `band:<key>`, `hidden:<key>` or `score:total`.",
    }),
  },
  // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm
  oauth: {
    scopes: ["api", "refresh_token"],
    authorizeParams: {},
    authorizeUrl: "https://login.salesforce.com/services/oauth2/authorize",
    tokenUrl: "https://login.salesforce.com/services/oauth2/token",
    apiUrl: null,
  },
});
