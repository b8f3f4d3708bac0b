import { randomUUID } from "node:crypto";
import { type Consent, clientId, clientSecret, openConsent } from "./consent.ts";
import { type Answer, type Asked, type Route, type StandIn, startStandIn } from "./standIn.ts";

/** HubSpot, as far as Pathform uses it. */
export interface HubSpot extends StandIn {
  consent: Consent;
  /** contacts by id */
  contacts: Map<string, Record<string, string>>;
  env: Record<string, string>;
}

const oauth = "https://developers.hubspot.com/docs/api-reference/auth-oauth-v3/guide";
const guide = "https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide";
const updating = "https://developers.hubspot.com/docs/api-reference/latest/crm/objects/contacts/update-contact";

/** https://developers.hubspot.com/docs/api-reference/error-handling */
export const problem = (status: number, category: string, message: string, headers = {}): Answer => ({
  status,
  headers,
  body: { status: "error", message, correlationId: randomUUID(), category },
});

/** https://developers.hubspot.com/docs/developer-tooling/platform/usage-guidelines */
export const rateLimited = (seconds: number): Answer =>
  problem(429, "RATE_LIMITS", "You have reached your ten_secondly_rolling limit.", { "retry-after": String(seconds) });

export async function startHubSpot(): Promise<HubSpot> {
  const contacts = new Map<string, Record<string, string>>();
  const consent = openConsent({
    authorize: {
      path: /^\/oauth\/authorize$/,
      page: oauth,
      query: ["optional_scope"],
      needed: [
        "client_id",
        "redirect_uri",
        "scope",
        "state",
        "response_type",
        "code_challenge",
        "code_challenge_method",
      ],
    },
    // https://developers.hubspot.com/docs/api-reference/legacy/authentication/oauth-tokens/create-oauth-token
    token: {
      path: /^\/oauth\/v3\/token$/,
      page: oauth,
      members: [
        "grant_type",
        "client_id",
        "client_secret",
        "code",
        "redirect_uri",
        "code_verifier",
        "refresh_token",
        "scope",
      ],
    },
    answer: () => ({ token_type: "bearer", expires_in: 1800, hub_id: 62515, scopes: ["oauth"] }),
    rotates: false,
    givesRefreshToken: () => true,
    refuse: (reason) =>
      reason === "refresh_token"
        ? { status: 400, body: { status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" } }
        : { status: 400, body: { status: "BAD_AUTH_CODE", message: "missing or unknown auth code" } },
  });
  const standIn = await startStandIn([...consent.routes, ...contactRoutes(contacts)], {
    refuse: (message) => problem(400, "VALIDATION_ERROR", message),
    isBearer: consent.isGood,
    unauthorized: () => problem(401, "EXPIRED_AUTHENTICATION", "The OAuth token used to make this call expired."),
  });
  const env = {
    HUBSPOT_CLIENT_ID: clientId,
    HUBSPOT_CLIENT_SECRET: clientSecret,
    HUBSPOT_AUTHORIZE_URL: `${standIn.url}/oauth/authorize`,
    HUBSPOT_TOKEN_URL: `${standIn.url}/oauth/v3/token`,
    HUBSPOT_API_URL: standIn.url,
  };
  return Object.assign(standIn, { consent, contacts, env });
}

function contactRoutes(contacts: Map<string, Record<string, string>>): Route[] {
  const view = (id: string) => ({
    id,
    properties: contacts.get(id),
    createdAt: "2026-01-31T12:00:00.000Z",
    updatedAt: "2026-01-31T12:00:00.000Z",
    archived: false,
  });
  const byEmail = (email: string | undefined) =>
    [...contacts].find(([, contact]) => email && contact.email?.toLowerCase() === email.toLowerCase())?.[0];
  const write = (id: string, properties: Record<string, unknown>) => {
    const texts = Object.entries(properties).map(([name, value]) => [name, String(value)]);
    contacts.set(id, { ...contacts.get(id), ...Object.fromEntries(texts) });
    return view(id);
  };
  return [
    {
      method: "POST",
      path: /^\/crm\/v3\/objects\/contacts$/,
      page: guide,
      takes: "json",
      members: ["properties", "associations"],
      answer({ body: { properties } }) {
        const id = byEmail(properties.email);
        if (id) return problem(409, "CONFLICT", `Contact already exists. Existing ID: ${id}`);
        return { status: 201, body: write(String(1000 + contacts.size), properties) };
      },
    },
    {
      method: "PATCH",
      path: /^\/crm\/v3\/objects\/contacts\/([^/]+)$/,
      page: updating,
      query: ["idProperty"],
      takes: "json",
      members: ["properties"],
      answer({ parts: [key = ""], query, body }: Asked) {
        const id = query.get("idProperty") === "email" ? byEmail(key) : key;
        if (!id || !contacts.has(id)) return problem(404, "OBJECT_NOT_FOUND", "resource not found");
        const holder = byEmail(body.properties.email);
        if (holder && holder !== id) return problem(409, "CONFLICT", `Contact already exists. Existing ID: ${holder}`);
        return { status: 200, body: write(id, body.properties) };
      },
    },
    {
      method: "GET",
      path: /^\/crm\/v3\/objects\/contacts$/,
      page: guide,
      query: ["limit", "after", "properties", "propertiesWithHistory", "associations", "archived"],
      takes: "nothing",
      answer: ({ query }) => ({
        status: 200,
        body: { results: [...contacts.keys()].slice(0, Number(query.get("limit") ?? 10)).map(view) },
      }),
    },
  ];
}
