import { type Consent, clientId, clientSecret, openConsent } from "./consent.ts";
import { problem } from "./googleErrors.ts";
import { type Spreadsheet, sheetRoutes } from "./googleSheet.ts";
import { type Answer, type StandIn, startStandIn } from "./standIn.ts";

/** Google's authorization server and Sheets API with one spreadsheet, as far as Pathform uses them. */
export interface Google extends StandIn {
  consent: Consent;
  spreadsheet: Spreadsheet;
  env: Record<string, string>;
}

const webServer = "https://developers.google.com/identity/protocols/oauth2/web-server";

/** https://developers.google.com/workspace/sheets/api/limits */
export const rateLimited = (seconds: number): Answer =>
  problem(429, "RESOURCE_EXHAUSTED", "Quota exceeded for quota metric 'Write requests'.", {
    "retry-after": String(seconds),
  });

export async function startGoogle(): Promise<Google> {
  const spreadsheet: Spreadsheet = {
    id: "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
    sheets: [{ sheetId: 0, title: "Sheet1", rowCount: 1000, columnCount: 26, rows: [] }],
  };
  let url = "";
  const consent = openConsent({
    authorize: {
      path: /^\/o\/oauth2\/v2\/auth$/,
      page: webServer,
      query: ["access_type", "include_granted_scopes", "enable_granular_consent", "login_hint", "prompt"],
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
      path: /^\/token$/,
      page: webServer,
      members: ["grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier", "refresh_token"],
    },
    // it adds parameters and identifies itself (RFC 9207)
    further: (asked) => ({ scope: asked.query.get("scope") ?? "", authuser: "0", prompt: "consent", iss: url }),
    answer: () => ({ token_type: "Bearer", expires_in: 3599, scope: "https://www.googleapis.com/auth/spreadsheets" }),
    rotates: false,
    givesRefreshToken: ({ query }) => query.get("access_type") === "offline" && query.get("prompt") === "consent",
    refuse: (reason) =>
      reason === "client"
        ? { status: 401, body: { error: "invalid_client", error_description: "Unauthorized" } }
        : { status: 400, body: { error: "invalid_grant", error_description: "Token has been expired or revoked." } },
  });
  const standIn = await startStandIn([...consent.routes, ...sheetRoutes(spreadsheet)], {
    refuse: (message) => problem(400, "INVALID_ARGUMENT", message),
    isBearer: consent.isGood,
    unauthorized: () => problem(401, "UNAUTHENTICATED", "Request had invalid authentication credentials."),
  });
  url = standIn.url;
  const env = {
    GOOGLE_SHEETS_CLIENT_ID: clientId,
    GOOGLE_SHEETS_CLIENT_SECRET: clientSecret,
    GOOGLE_SHEETS_AUTHORIZE_URL: `${url}/o/oauth2/v2/auth`,
    GOOGLE_SHEETS_TOKEN_URL: `${url}/token`,
    GOOGLE_SHEETS_API_URL: url,
  };
  return Object.assign(standIn, { consent, spreadsheet, env });
}
