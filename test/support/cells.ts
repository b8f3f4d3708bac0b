import { randomUUID } from "node:crypto";
import type { RequestOptions } from "./api.ts";
import { chain, node } from "./sampleGraphs.ts";

/** Content of a route's requests besides the path. A route without an entry fails. */
export interface Cell {
  /** Accepted if the caller were the owner. */
  body?: unknown;
  /** a body that isn't JSON, with its type */
  sent?: RequestOptions;
  query?: string;
  /** The resource of `{id}`. Parents and other variables are named by themselves. */
  id?:
    | "template"
    | "sign_in"
    | "theme"
    | "integration"
    | "attachment"
    | "key"
    | "notice"
    | "file"
    | "image"
    | "mail"
    | "link"
    | "workspace"
    | "access"
    | "view"
    | "import";
  /** Another owner's status if the path names no resource. */
  others?: number;
}
export const graph = chain(node("photo", "file_upload"), node("name", "short_text"));
export const hook = { name: "Hook", config: { url: "https://example.com/hook" } };
export const translationFile: RequestOptions = {
  raw: "key,source,de\r\nname.title,About name,Wie heißt du?\r\n",
  headers: { "content-type": "text/csv" },
};
/** A file of responses (wants §25). */
export const responsesFile: RequestOptions = {
  raw: `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname\nAda\n\r\n--b--\r\n`,
  headers: { "content-type": "multipart/form-data; boundary=b" },
};
export const form = "/api/v2/form/{slug}/";
export const account = "/api/account/";
const workspace = "/api/workspaces/{id}/";
const invitation = { email: "invited@example.com", role: "viewer" };
const types = "/api/integrations/{type}/";
const integration = `${types}{id}/`;

export const cells: Record<string, Cell> = {
  "GET /api/v2/form/": {},
  [`PATCH ${form}responses/{session_id}/answers/`]: { body: { answers: { name: "Grace" } } },
  [`GET ${form}responses/{session_id}/history/`]: {},
  [`PUT ${form}responses/{session_id}/annotations/`]: { body: { note: "Called back" } },
  "POST /api/v2/form/": { body: { title: "New" } },
  [`GET ${form}`]: {},
  [`PATCH ${form}`]: { body: { title: "Changed" } },
  [`DELETE ${form}`]: {},
  [`POST ${form}copy/`]: { body: {} },
  [`POST ${form}move/`]: { body: { workspace_id: "00000000-0000-4000-8000-000000000000" } },
  "POST /api/v2/import/": { body: { title: "Imported", graph } },
  [`GET ${form}draft/`]: {},
  [`PUT ${form}draft/`]: { body: { graph } },
  [`GET ${form}draft/translations/`]: {},
  [`PUT ${form}draft/translations/`]: { sent: translationFile },
  [`PUT ${form}draft/translations/{language}/`]: { body: { texts: { "name.title": "Wie heißt du?" } } },
  [`DELETE ${form}draft/translations/{language}/`]: {},
  [`POST ${form}draft/translations/confirm/`]: { body: { language: "de", keys: ["name.title"] } },
  [`PUT ${form}draft/presence/`]: { body: { client_id: randomUUID(), node_id: null } },
  [`POST ${form}draft/validate/`]: {},
  [`POST ${form}draft/simulate/`]: { body: { answers: {} } },
  [`POST ${form}publish/`]: {},
  [`GET ${form}versions/`]: {},
  [`GET ${form}versions/{version_number}/`]: {},
  [`POST ${form}versions/{version_number}/simulate/`]: { body: { answers: {} } },
  [`GET ${form}draft/as/`]: { query: "?format=surveyjs" },
  [`GET ${form}versions/{version_number}/as/`]: { query: "?format=surveyjs" },
  [`GET ${form}versions/{version_number}/diff/`]: { query: "?to=1" },
  [`POST ${form}versions/{version_number}/restore/`]: {},
  "GET /api/v2/label/": {},
  "GET /api/v2/template/": {},
  "GET /api/v2/template/{id}/": { id: "template", others: 200 },
  "GET /api/v2/theme/": {},
  "POST /api/v2/theme/": { body: { name: "New" } },
  "GET /api/v2/theme/{id}/": { id: "theme" },
  "PATCH /api/v2/theme/{id}/": { id: "theme", body: { font: "Changed" } },
  "DELETE /api/v2/theme/{id}/": { id: "theme" },
  [`GET ${form}responses/`]: {},
  [`GET ${form}responses/export/`]: {},
  [`GET ${form}view/`]: {},
  [`POST ${form}view/`]: { body: { name: "Flagged", filters: { is_flagged: true } } },
  [`PATCH ${form}view/{id}/`]: { id: "view", body: { name: "Open" } },
  [`DELETE ${form}view/{id}/`]: { id: "view" },
  [`GET ${form}retention/`]: { query: "?days=30" },
  [`GET ${form}insights/`]: {},
  [`GET ${form}results/`]: {},
  [`PUT ${form}results/`]: { body: { title: "Results" } },
  [`DELETE ${form}results/`]: {},
  [`GET ${form}responses/{session_id}/`]: {},
  [`DELETE ${form}responses/{session_id}/`]: {},
  [`GET ${form}responses/{session_id}/deliveries/`]: {},
  [`GET ${form}responses/import/`]: {},
  [`POST ${form}responses/import/`]: { sent: responsesFile },
  [`GET ${form}responses/import/{id}/`]: { id: "import" },
  [`DELETE ${form}responses/import/{id}/`]: { id: "import" },
  [`GET ${form}links/`]: {},
  [`POST ${form}links/`]: { body: { links: [{ reference: "new@example.com" }] } },
  [`GET ${form}links/export/`]: {},
  [`DELETE ${form}links/{id}/`]: { id: "link" },
  [`GET ${form}links/mail/`]: {},
  [`POST ${form}links/mail/`]: { body: { subject: "Hi", text: "", filter: {} } },
  [`POST ${form}links/mail/test/`]: { body: { subject: "Hi", text: "" } },
  [`GET ${form}links/mail/{id}/`]: { id: "mail" },
  [`DELETE ${form}links/mail/{id}/`]: { id: "mail" },
  [`GET ${form}links/mail/{id}/deliveries/`]: { id: "mail" },
  "GET /api/v2/file/{id}/": { id: "file" },
  "POST /api/v2/image/": {},
  "DELETE /api/v2/image/{id}/": { id: "image" },
  "GET /api/integrations/": {},
  "GET /api/integrations/types/": {},
  [`GET ${types}`]: { others: 200 },
  [`POST ${types}`]: { body: hook, others: 201 },
  [`GET ${types}connect/`]: { others: 404 },
  [`GET ${types}callback/`]: { query: "?state=unknown&code=x", others: 404 },
  [`PATCH ${integration}`]: { id: "integration", body: { name: "Changed" } },
  [`DELETE ${integration}`]: { id: "integration" },
  [`GET ${integration}forms/`]: { id: "integration" },
  [`GET ${integration}health/`]: { id: "integration" },
  [`POST ${integration}test/`]: { id: "integration" },
  "PUT /api/integrations/webhook/{id}/secret/": { id: "integration" },
  [`GET ${integration}deliveries/`]: { id: "integration" },
  [`POST ${integration}deliveries/replay/`]: { id: "integration", body: {} },
  [`GET ${integration}deliveries/{delivery_id}/`]: { id: "integration" },
  [`POST ${integration}deliveries/{delivery_id}/retry/`]: { id: "integration" },
  [`GET ${form}integrations/`]: {},
  [`POST ${form}integrations/`]: { body: { integration_id: crypto.randomUUID(), events: ["session.started"] } },
  [`PATCH ${form}integrations/{id}/`]: { id: "attachment", body: { is_enabled: false } },
  [`DELETE ${form}integrations/{id}/`]: { id: "attachment" },
  [`GET ${form}mails/`]: {},
  [`POST ${form}mails/`]: { body: { name: "New", subject: "New", text: "", to: ["new@example.com"] } },
  [`GET ${form}mails/{id}/`]: { id: "mail" },
  [`PATCH ${form}mails/{id}/`]: { id: "mail", body: { name: "Changed" } },
  [`DELETE ${form}mails/{id}/`]: { id: "mail" },
  [`POST ${form}mails/{id}/test/`]: { id: "mail" },
  [`GET ${form}mails/{id}/deliveries/`]: { id: "mail" },
  "GET /api/auth/me/": {},
  "PATCH /api/auth/me/": { body: { name: "Changed" } },
  [`GET ${account}api-keys/`]: {},
  [`POST ${account}api-keys/`]: { body: { name: "New" } },
  [`DELETE ${account}api-keys/{id}/`]: { id: "key" },
  [`GET ${account}usage/`]: {},
  [`GET ${account}deliveries/`]: {},
  [`GET ${account}notices/`]: {},
  [`POST ${account}notices/read/`]: {},
  [`PATCH ${account}notices/{id}/`]: { id: "notice", body: { is_read: true } },
  [`POST ${account}api-keys/{id}/rotate/`]: { id: "key", body: {} },
  "GET /api/workspaces/": {},
  "POST /api/workspaces/": { body: { name: "New" } },
  [`GET ${workspace}`]: { id: "workspace" },
  [`PATCH ${workspace}`]: { id: "workspace", body: { name: "Changed" } },
  [`POST ${workspace}delete/`]: { id: "workspace", body: { name: "Research", password: "correct horse battery" } },
  [`POST ${workspace}restore/`]: { id: "workspace" },
  [`GET ${workspace}me/`]: { id: "workspace" },
  [`PATCH ${workspace}me/`]: { id: "workspace", body: { mails_failures: false } },
  [`GET ${workspace}usage/`]: { id: "workspace" },
  [`GET ${workspace}members/`]: { id: "workspace" },
  [`PATCH ${workspace}members/{user_id}/`]: { id: "workspace", body: { responses: "write" } },
  [`DELETE ${workspace}members/{user_id}/`]: { id: "workspace" },
  [`GET ${workspace}members/{user_id}/removal/`]: { id: "workspace" },
  [`GET ${workspace}invitations/`]: { id: "workspace" },
  [`POST ${workspace}invitations/`]: { id: "workspace", body: { invitations: [invitation] } },
  [`DELETE ${workspace}invitations/{invitation_id}/`]: { id: "workspace" },
  [`POST ${workspace}invitations/{invitation_id}/resend/`]: { id: "workspace" },
  [`GET ${form}access/`]: {},
  [`POST ${form}access/`]: { body: { email: "shared@example.com", role: "viewer", responses: "none" } },
  [`PATCH ${form}access/{id}/`]: { id: "access", body: { role: "viewer" } },
  [`DELETE ${form}access/{id}/`]: { id: "access" },
  "POST /api/auth/me/verify-email/": {},
  "GET /api/auth/key/": {},
  "GET /api/auth/second-factor/": {},
  "POST /api/auth/oidc/link/": { body: { password: "wrong" } },
  "DELETE /api/auth/oidc/link/": { body: { password: "wrong" } },
  "POST /api/auth/second-factor/": { body: { password: "wrong" } },
  "POST /api/auth/second-factor/confirm/": { body: { code: "000000" } },
  "POST /api/auth/second-factor/disable/": { body: { password: "wrong", code: "000000" } },
  "POST /api/auth/second-factor/recovery-codes/": { body: { code: "000000" } },
  "GET /api/auth/sign-ins/": {},
  "POST /api/auth/sign-ins/revoke-others/": {},
  "DELETE /api/auth/sign-ins/{id}/": { id: "sign_in", others: 404 },
  "GET /api/auth/events/": {},
  "POST /api/auth/me/email/": { body: { email: "changed@example.com", password: "wrong" } },
  "POST /api/auth/me/delete/": { body: { password: "wrong" } },
  [`GET ${workspace}audit/`]: { id: "workspace" },
  [`GET ${workspace}audit/export/`]: { id: "workspace" },
};
