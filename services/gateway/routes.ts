import * as auth from "../../shared/shapes/auth.ts";
import * as files from "../../shared/shapes/files.ts";
import * as forms from "../../shared/shapes/forms.ts";
import * as insights from "../../shared/shapes/insights.ts";
import * as integrations from "../../shared/shapes/integrations.ts";
import * as sessions from "../../shared/shapes/sessions.ts";
import * as themes from "../../shared/shapes/themes.ts";
import * as usage from "../../shared/shapes/usage.ts";
import { streamExport } from "./export.ts";
import { cookieToken, here, home, ifMatch, newFile, newSession, redirected, signedIn, signedOut } from "./extras.ts";
import { sendFile } from "./files/download.ts";
import { takeUpload } from "./files/upload.ts";
import { type Row, route } from "./route.ts";

/** Every endpoint, one row each, in the order of the spec's tables (spec §Endpoints, decisions §2, §3, §5, §6, §7). */
const byName = { ordering: ["name", "created"], default: "-created", search: false } as const;
const byFormFields = { ordering: ["title", "slug", "created", "modified"], default: "-created", search: true } as const;
const byVersion = { ordering: ["version_number", "published_at"], default: "-version_number", search: false } as const;
const bySessionFields = {
  ordering: [
    "started_at",
    "completed_at",
    "duration_seconds",
    "total_score",
    "answers_count",
    "status",
    "version_number",
  ],
  default: "-started_at",
  search: true,
} as const;

const byDelivery = {
  ordering: ["created", "duration_ms", "response_code", "status", "event"],
  default: "-created",
  search: true,
} as const;
const byCreated = { ordering: ["created"], default: "-created", search: false } as const;

const ofForm = "/api/v2/form/{slug}/" as const;
const ofSession = "/api/v2/r/session/{session_id}/" as const;
const ofIntegration = "/api/integrations/{type}/{id}/" as const;

// biome-ignore format: a table, one row a line
export const routes: Row[] = [
  // Forms
  route({ method: "GET", path: "/api/v2/form/", title: "List forms", auth: "owner", action: "forms.list", query: forms.FormsQuery, list: byFormFields, status: 200, response: forms.FormListItem }),
  route({ method: "POST", path: "/api/v2/form/", title: "Create a form", auth: "owner", action: "forms.create", body: forms.CreateFormBody, status: 201, response: forms.FormDetail, errors: { 409: "The slug is taken." } }),
  route({ method: "GET", path: ofForm, title: "Get a form", auth: "owner", action: "forms.get", status: 200, response: forms.FormDetail }),
  route({ method: "PATCH", path: ofForm, title: "Change a form", auth: "owner", action: "forms.update", body: forms.UpdateFormBody, status: 200, response: forms.FormDetail, errors: { 409: "The slug is taken." } }),
  route({ method: "DELETE", path: ofForm, title: "Deactivate a form", auth: "owner", action: "forms.remove", status: 204, response: null }),
  route({ method: "GET", path: `${ofForm}draft/`, title: "Get the draft", auth: "owner", action: "forms.getDraft", etag: true, status: 200, response: forms.Draft }),
  route({ method: "PUT", path: `${ofForm}draft/`, title: "Replace the draft", auth: "owner", action: "forms.saveDraft", etag: true, body: forms.SaveDraftBody, extra: ifMatch, status: 200, response: forms.SavedDraft, errors: { 409: "The draft has changed since it was read (If-Match)." } }),
  route({ method: "POST", path: `${ofForm}draft/validate/`, title: "Check the draft as publishing does", auth: "owner", action: "forms.validateDraft", status: 200, response: forms.Validation }),
  route({ method: "POST", path: `${ofForm}publish/`, title: "Publish the draft as a new version", auth: "owner", action: "forms.publish", status: 201, response: forms.Published, errors: { 400: "The draft has errors: `problems` lists them." } }),
  route({ method: "GET", path: `${ofForm}versions/`, title: "List versions", auth: "owner", action: "forms.listVersions", list: byVersion, status: 200, response: forms.Version }),
  route({ method: "GET", path: `${ofForm}versions/{version_number}/`, title: "Get a version with its graph", auth: "owner", action: "forms.getVersion", status: 200, response: forms.VersionDetail }),
  route({ method: "POST", path: `${ofForm}versions/{version_number}/restore/`, title: "Copy a version into the draft", auth: "owner", action: "forms.restoreVersion", etag: true, extra: ifMatch, status: 200, response: forms.Draft, errors: { 409: "The draft has changed since it was read (If-Match)." } }),
  route({ method: "GET", path: "/api/v2/theme/", title: "List themes", auth: "owner", action: "forms.listThemes", list: byName, status: 200, response: themes.Theme }),
  route({ method: "POST", path: "/api/v2/theme/", title: "Create a theme", auth: "owner", action: "forms.createTheme", body: themes.CreateThemeBody, status: 201, response: themes.Theme, errors: { 409: "There is a theme Default already." } }),
  route({ method: "GET", path: "/api/v2/theme/{id}/", title: "Get a theme", auth: "owner", action: "forms.getTheme", status: 200, response: themes.Theme }),
  route({ method: "PATCH", path: "/api/v2/theme/{id}/", title: "Change a theme", auth: "owner", action: "forms.updateTheme", body: themes.UpdateThemeBody, status: 200, response: themes.Theme, errors: { 409: "The theme Default keeps its name, and there is only one." } }),
  route({ method: "DELETE", path: "/api/v2/theme/{id}/", title: "Delete a theme", auth: "owner", action: "forms.removeTheme", status: 204, response: null, errors: { 409: "The theme Default cannot be deleted." } }),

  // Sessions (owner)
  route({ method: "GET", path: `${ofForm}responses/`, title: "List responses", auth: "owner", action: "analytics.listResponses", query: sessions.ResponsesQuery, list: bySessionFields, status: 200, response: sessions.SessionListItem }),
  route({ method: "GET", path: `${ofForm}responses/export/`, title: "Export responses as CSV or NDJSON", auth: "owner", action: "analytics.beginExport", query: sessions.ExportQuery, status: 200, response: sessions.ExportText, reply: streamExport }),
  route({ method: "GET", path: `${ofForm}responses/{session_id}/`, title: "Get a response with its answers", auth: "owner", action: "analytics.getResponse", status: 200, response: sessions.SessionDetail }),
  route({ method: "DELETE", path: `${ofForm}responses/{session_id}/`, title: "Erase a response for good", auth: "owner", action: "analytics.eraseResponse", status: 204, response: null }),

  route({ method: "GET", path: `${ofForm}responses/{session_id}/deliveries/`, title: "List a response's deliveries", auth: "owner", action: "integrations.listSessionDeliveries", status: 200, response: integrations.SessionDeliveries }),
  route({ method: "GET", path: `${ofForm}insights/`, title: "Get a form's insights", auth: "owner", action: "analytics.insights", query: insights.InsightsQuery, status: 200, response: insights.Insights }),

  // Public respondent API
  route({ method: "GET", path: "/api/v2/r/{slug}/", title: "Get the published form", auth: "public", action: "sessions.publicForm", etag: true, status: 200, response: sessions.PublicForm }),
  route({ method: "POST", path: "/api/v2/r/{slug}/start/", title: "Start a session", auth: "public", limit: "starts", action: "sessions.start", body: sessions.StartBody, extra: newSession, status: 201, response: sessions.Started, errors: { 409: "The form is closed." } }),
  route({ method: "GET", path: ofSession, title: "Resume a session", auth: "public", action: "sessions.resume", status: 200, response: sessions.Resumed }),
  route({ method: "POST", path: `${ofSession}next/`, title: "Submit an answer", auth: "public", action: "sessions.next", body: sessions.NextBody, status: 200, response: sessions.Next, errors: { 409: "Another node waits for an answer: `current_node_id`." } }),
  route({ method: "POST", path: `${ofSession}complete/`, title: "Complete a session", auth: "public", action: "sessions.complete", status: 200, response: sessions.Completed, errors: { 409: "The session is not at an end, or the response limit is reached." } }),
  route({ method: "POST", path: `${ofSession}upload/`, title: "Upload a file", auth: "public", action: "sessions.reserveFile", query: files.UploadQuery, upload: true, extra: newFile, status: 201, response: files.UploadedFile, reply: takeUpload, errors: { 409: "The session has not come to this node, or the node has all the files that it takes.", 413: "The file is over the question's `max_size_mb`.", 415: "The file is of a type that the question does not take." } }),
  route({ method: "DELETE", path: `${ofSession}upload/{id}/`, title: "Take a file back", auth: "public", action: "sessions.removeFile", status: 204, response: null, errors: { 409: "An answer names the file." } }),
  route({ method: "GET", path: "/api/v2/file/{id}/", title: "Download a file", auth: "link", action: "sessions.openFile", query: files.FileQuery, status: 200, response: files.FileBytes, reply: sendFile, errors: { 403: "The link is not valid any more, or the file belongs to another account." } }),

  // Account integrations
  route({ method: "GET", path: "/api/integrations/", title: "List integrations", auth: "owner", action: "integrations.list", list: { ...byName, search: true }, status: 200, response: integrations.Integration }),
  route({ method: "GET", path: "/api/integrations/{type}/", title: "List integrations of a type", auth: "owner", action: "integrations.list", list: { ...byName, search: true }, status: 200, response: integrations.Integration }),
  route({ method: "POST", path: "/api/integrations/{type}/", title: "Create an integration", auth: "owner", action: "integrations.create", body: integrations.CreateIntegrationBody, status: 201, response: integrations.Integration }),
  route({ method: "GET", path: "/api/integrations/{type}/connect/", title: "Begin connecting an integration by consent", auth: "owner", action: "integrations.connect", query: integrations.ConnectQuery, extra: here, status: 200, response: integrations.Consent, errors: { 404: "There is no such type, or it is not connected by consent; or no such integration.", 409: "No client for this provider is set up." } }),
  route({ method: "GET", path: "/api/integrations/{type}/callback/", title: "Finish connecting an integration", auth: "user", action: "integrations.callback", query: integrations.CallbackQuery, extra: here, status: 302, response: null, reply: redirected, errors: { 400: "The state is unknown, used, older than 10 minutes, or another account's.", 409: "No client for this provider is set up." } }),
  route({ method: "PATCH", path: "/api/integrations/{type}/{id}/", title: "Change an integration", auth: "owner", action: "integrations.update", body: integrations.UpdateIntegrationBody, status: 200, response: integrations.Integration, errors: { 409: "This integration is connected by its provider's consent." } }),
  route({ method: "DELETE", path: "/api/integrations/{type}/{id}/", title: "Delete an integration", auth: "owner", action: "integrations.remove", status: 204, response: null }),
  route({ method: "POST", path: `${ofIntegration}test/`, title: "Fire a test delivery", auth: "owner", action: "integrations.test", status: 200, response: integrations.Tested }),
  route({ method: "PUT", path: "/api/integrations/webhook/{id}/secret/", title: "Make a new webhook secret", auth: "owner", action: "integrations.regenerateSecret", status: 200, response: integrations.WebhookSecret }),
  route({ method: "GET", path: `${ofIntegration}deliveries/`, title: "List an integration's deliveries", auth: "owner", action: "integrations.listDeliveries", query: integrations.DeliveriesQuery, list: byDelivery, status: 200, response: integrations.Delivery }),
  route({ method: "POST", path: `${ofIntegration}deliveries/replay/`, title: "Deliver again in bulk", auth: "owner", action: "integrations.replay", body: integrations.ReplayBody, status: 200, response: integrations.Replayed, errors: { 409: "The integration is disabled." } }),
  route({ method: "GET", path: `${ofIntegration}deliveries/{delivery_id}/`, title: "Get a delivery with its bodies", auth: "owner", action: "integrations.getDelivery", status: 200, response: integrations.DeliveryDetail }),
  route({ method: "POST", path: `${ofIntegration}deliveries/{delivery_id}/retry/`, title: "Deliver again", auth: "owner", action: "integrations.retryDelivery", status: 200, response: integrations.Retried, errors: { 409: "The integration is disabled, what was to be delivered is erased, or it was a test." } }),

  // Form integrations
  route({ method: "GET", path: `${ofForm}integrations/`, title: "List a form's integrations", auth: "owner", action: "integrations.listAttachments", list: byName, status: 200, response: integrations.Attachment }),
  route({ method: "POST", path: `${ofForm}integrations/`, title: "Attach an integration", auth: "owner", action: "integrations.attach", body: integrations.AttachBody, status: 201, response: integrations.Attachment, errors: { 409: "The form has this integration already." } }),
  route({ method: "PATCH", path: `${ofForm}integrations/{id}/`, title: "Change an attachment", auth: "owner", action: "integrations.updateAttachment", body: integrations.UpdateAttachmentBody, status: 200, response: integrations.Attachment }),
  route({ method: "DELETE", path: `${ofForm}integrations/{id}/`, title: "Detach an integration", auth: "owner", action: "integrations.detach", status: 204, response: null }),

  // Accounts and API keys
  route({ method: "POST", path: "/api/auth/register/", title: "Register an account", auth: "none", action: "auth.register", body: auth.RegisterBody, status: 201, response: auth.User, reply: signedIn, errors: { 409: "The e-mail address is registered." } }),
  route({ method: "POST", path: "/api/auth/login/", title: "Sign in", auth: "none", limit: "sign-in", action: "auth.login", body: auth.LoginBody, status: 200, response: auth.User, reply: signedIn, errors: { 401: "Wrong e-mail or wrong password." } }),
  route({ method: "POST", path: "/api/auth/logout/", title: "Sign out", auth: "none", action: "auth.logout", extra: cookieToken, status: 204, response: null, reply: signedOut }),
  route({ method: "POST", path: "/api/auth/forgot/", title: "Ask for a new password by mail", auth: "none", limit: "sign-in", action: "auth.forgot", body: auth.ForgotBody, extra: home, status: 204, response: null, errors: { 409: "No mail is set up." } }),
  route({ method: "POST", path: "/api/auth/reset/", title: "Set a new password", auth: "none", action: "auth.reset", body: auth.ResetBody, status: 204, response: null, errors: { 400: "The token is wrong, used or older than an hour." } }),
  route({ method: "GET", path: "/api/auth/me/", title: "Get the signed-in user", auth: "owner", action: "auth.me", status: 200, response: auth.User }),
  route({ method: "PATCH", path: "/api/auth/me/", title: "Change name or password", auth: "user", action: "auth.updateMe", body: auth.UpdateMeBody, extra: cookieToken, status: 200, response: auth.User }),
  route({ method: "GET", path: "/api/account/api-keys/", title: "List API keys", auth: "user", action: "auth.listKeys", list: byName, status: 200, response: auth.ApiKey }),
  route({ method: "POST", path: "/api/account/api-keys/", title: "Create an API key", auth: "user", action: "auth.createKey", body: auth.CreateKeyBody, status: 201, response: auth.CreatedApiKey }),
  route({ method: "DELETE", path: "/api/account/api-keys/{id}/", title: "Revoke an API key", auth: "user", action: "auth.revokeKey", status: 204, response: null }),
  route({ method: "GET", path: "/api/account/usage/", title: "Get the usage of the API", auth: "user", action: "auth.usage", query: usage.UsageQuery, status: 200, response: usage.Usage }),
  route({ method: "GET", path: "/api/account/notices/", title: "List notices", auth: "user", action: "integrations.listNotices", list: byCreated, status: 200, response: integrations.Notice }),
  route({ method: "PATCH", path: "/api/account/notices/{id}/", title: "Mark a notice as read", auth: "user", action: "integrations.updateNotice", body: integrations.UpdateNoticeBody, status: 200, response: integrations.Notice }),
];
