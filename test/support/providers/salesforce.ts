import { type Consent, clientId, clientSecret, openConsent } from "./consent.ts";
import { type Answer, type Route, type StandIn, startStandIn } from "./standIn.ts";

/** Salesforce, as far as Pathform uses it: a login server that is also the instance. */
export interface Salesforce extends StandIn {
  consent: Consent;
  /** null if it was deleted */
  records: ({ object: string; fields: Record<string, unknown> } | null)[];
  env: Record<string, string>;
}

const flow = "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm";
const creating = "https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_sobject_create.htm";
const basics =
  "https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_basic_info_get.htm";

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/errorcodes.htm */
export const problem = (status: number, errorCode: string, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: [{ message, errorCode }],
});

export const invalidSession = (): Answer => problem(401, "INVALID_SESSION_ID", "Session expired or invalid");

export const rateLimited = (seconds: number): Answer =>
  problem(429, "REQUEST_LIMIT_EXCEEDED", "ConcurrentRequests Limit exceeded.", { "retry-after": String(seconds) });

/** Fields of objects. Other fields are rejected. */
const objects: Record<string, { fields: readonly string[]; required: readonly string[] }> = {
  Lead: {
    fields: ["LastName", "FirstName", "Company", "Email", "Description", "NumberOfEmployees", "Rating__c"],
    required: ["LastName", "Company"],
  },
};

export async function startSalesforce(): Promise<Salesforce> {
  const records: Salesforce["records"] = [];
  let url = "";
  const consent = openConsent({
    authorize: {
      path: /^\/services\/oauth2\/authorize$/,
      page: flow,
      query: ["display", "immediate", "login_hint", "nonce", "prompt"],
      needed: [
        "client_id",
        "redirect_uri",
        "response_type",
        "scope",
        "state",
        "code_challenge",
        "code_challenge_method",
      ],
    },
    token: {
      path: /^\/services\/oauth2\/token$/,
      page: flow,
      members: [
        "grant_type",
        "client_id",
        "client_secret",
        "code",
        "redirect_uri",
        "code_verifier",
        "refresh_token",
        "format",
      ],
    },
    // no expires_in, because session length is a setting of the org
    answer: () => ({
      token_type: "Bearer",
      scope: "refresh_token api",
      instance_url: url,
      id: `${url}/id/00Dx0000000BV7z/005x00000012Q9P`,
      issued_at: "1278448384422",
      signature: "0CmxinZir53Yex7nE0TD+zMpvIWYGb/bdJh6XfOH6EQ=",
    }),
    // "Enable Refresh Token Rotation": https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_refresh_token_rotation.htm
    rotates: true,
    givesRefreshToken: (asked) => (asked.query.get("scope") ?? "").split(" ").includes("refresh_token"),
    refuse: (reason) => ({
      status: 400,
      body:
        reason === "client"
          ? { error: "invalid_client_id", error_description: "client identifier invalid" }
          : {
              error: "invalid_grant",
              error_description: reason === "code" ? "expired authorization code" : "expired access/refresh token",
            },
    }),
  });
  const standIn = await startStandIn([...consent.routes, ...recordRoutes(records)], {
    refuse: (message) => problem(400, "JSON_PARSER_ERROR", message),
    isBearer: consent.isGood,
    unauthorized: invalidSession,
  });
  url = standIn.url;
  const env = {
    SALESFORCE_CLIENT_ID: clientId,
    SALESFORCE_CLIENT_SECRET: clientSecret,
    SALESFORCE_AUTHORIZE_URL: `${standIn.url}/services/oauth2/authorize`,
    SALESFORCE_TOKEN_URL: `${standIn.url}/services/oauth2/token`,
  };
  return Object.assign(standIn, { consent, records, env });
}

const updating = "https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_update_fields.htm";
const recordPath = /^\/services\/data\/v\d{2}\.0\/sobjects\/([^/]+)\/00Q(\d{15})$/;
const path = /^\/services\/data\/v\d{2}\.0\/sobjects\/([^/]+)\/$/;

function recordRoutes(records: Salesforce["records"]): Route[] {
  const missing = () => problem(404, "NOT_FOUND", "The requested resource does not exist");
  const refused = (object: string, fields: Record<string, unknown>): Answer | null => {
    const known = objects[object];
    if (!known) return missing();
    const stranger = Object.keys(fields).find((name) => !known.fields.includes(name));
    if (stranger) return problem(400, "INVALID_FIELD", `No such column '${stranger}' on sobject of type ${object}`);
    const lacking = known.required.filter((name) => !fields[name]);
    if (lacking.length === 0) return null;
    return problem(400, "REQUIRED_FIELD_MISSING", `Required fields are missing: [${lacking.join(", ")}]`);
  };
  return [
    {
      method: "PATCH",
      path: recordPath,
      page: updating,
      takes: "json",
      answer({ parts: [object = "", number = ""], body }) {
        const record = records[Number(number) - 1];
        if (record?.object !== object) return missing();
        const fields = { ...record.fields, ...body };
        const answer = refused(object, fields);
        if (!answer) record.fields = fields;
        return answer ?? { status: 204, body: "" };
      },
    },
    {
      method: "POST",
      path,
      page: creating,
      takes: "json",
      answer({ parts: [object = ""], body }) {
        const answer = refused(object, body);
        if (answer) return answer;
        records.push({ object, fields: body });
        const id = `00Q${String(records.length).padStart(15, "0")}`;
        return { status: 201, body: { id, success: true, errors: [] } };
      },
    },
    {
      method: "GET",
      path,
      page: basics,
      takes: "nothing",
      answer: ({ parts: [object = ""] }) =>
        objects[object] ? { status: 200, body: { objectDescribe: { name: object }, recentItems: [] } } : missing(),
    },
  ];
}
