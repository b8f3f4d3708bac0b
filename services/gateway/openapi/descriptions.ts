import type { Api } from "../../../shared/domain/api.ts";

/** What an operation does, beside its title; one that is missing does not compile. */
type Descriptions = { readonly [P in keyof Api]: { readonly [M in keyof Api[P]]: string } };

const ifMatch =
  "With `If-Match` (the ETag that the last GET or PUT of the draft answered, in its double quotes) a draft that has " +
  "changed since is not overwritten: 409; with `If-None-Match: *` neither is one that is there. Without either header the " +
  "last one to save wins.";
const repeatable = "Repeating the request after a lost answer is safe.";

// biome-ignore format: a table, a text a line
export const descriptions: Descriptions = {
  "/api/v2/form/": {
    GET: "The account's forms. Inactive ones are left out unless `is_active` asks for them.",
    POST: "A form without a draft. Its slug is made from the title unless one is given.",
  },
  "/api/v2/form/{slug}/": {
    GET: "The form with its theme, its published version and its counts of sessions.",
    PATCH: "Changes the fields that are given and leaves the rest. A changed slug frees the old one.",
    DELETE: "Sets `is_active` to false. Responses stay readable; `is_active: true` by PATCH brings the form back.",
  },
  "/api/v2/form/{slug}/draft/": {
    GET: "The draft, and what publishing would say of it. 404 before it was first saved.",
    PUT: `Replaces the whole draft, however unfinished the graph is. ${ifMatch}`,
  },
  "/api/v2/form/{slug}/draft/validate/": {
    POST: "What publishing would say of the draft. Nothing is changed.",
  },
  "/api/v2/form/{slug}/draft/simulate/": {
    POST: "Walks the draft from its first node with these answers, as a session would, and stores nothing. A draft with errors is walked as far as it is sound. `steps` says of every edge up to the one taken why it was taken or not.",
  },
  "/api/v2/form/{slug}/versions/{version_number}/simulate/": {
    POST: "Walks that version with these answers, as a session would, and stores nothing. `steps` says of every edge up to the one taken why it was taken or not.",
  },
  "/api/v2/form/{slug}/publish/": {
    POST: "Makes an immutable version of the draft and serves it to respondents from now on. The draft stays. Sessions under way keep their version. After a 503 (`Saved, but not yet live`) the same `Idempotency-Key` goes on with that version instead of making one more.",
  },
  "/api/v2/form/{slug}/versions/": { GET: "All published versions, without their graphs." },
  "/api/v2/form/{slug}/versions/{version_number}/": { GET: "The immutable snapshot of that version." },
  "/api/v2/form/{slug}/versions/{version_number}/diff/": {
    GET: "What changed from that version to another one, or to the draft: first the form, then nodes, then edges. `is_breaking` where answers or totals of the two cannot be compared; `why` says so of each change. Where nodes are drawn is left out. 404 where one of the two is not there.",
  },
  "/api/v2/form/{slug}/versions/{version_number}/restore/": {
    POST: `Replaces the draft by the graph of that version; nothing is published. ${ifMatch}`,
  },
  "/api/v2/theme/": {
    GET: "The account's themes. One of them is named Default.",
    POST: "A theme that forms can be given by `theme_id`. What is left out is as in Default.",
  },
  "/api/v2/theme/{id}/": {
    GET: "One theme.",
    PATCH: "Changes the fields that are given, for all forms with this theme.",
    DELETE: "Puts the theme's forms back on Default.",
  },
  "/api/v2/image/": {
    POST: "Takes one PNG, JPEG, WebP, GIF or AVIF image of at most 5 MiB and 8,000 px a side. `logo_url`, `background_image_url` and `image_url` take its `url`.",
  },
  "/api/v2/image/{id}/": { DELETE: "Deletes an image that no draft, version or theme of the account names." },
  "/api/v2/r/image/{id}/": { GET: "The bytes of an image, for everybody. They never change, so they may be kept for good." },
  "/api/v2/form/{slug}/responses/": {
    GET: "Sessions of respondents, of every status unless `status` asks for one. `search` looks through the answers' texts.",
  },
  "/api/v2/form/{slug}/responses/export/": {
    GET: "A stream: one row a session. It has every session that existed when it began, exactly once.",
  },
  "/api/v2/form/{slug}/responses/{session_id}/": {
    GET: "One session with its answers in the order of its path.",
    DELETE: "Erases the session with its answers, files and what deliveries held of them. This cannot be undone.",
  },
  "/api/v2/form/{slug}/responses/{session_id}/deliveries/": {
    GET: "Every attempt to deliver this session's events, as a bare array.",
  },
  "/api/v2/form/{slug}/insights/": {
    GET: "Completion, days, funnel, questions and scores, over all sessions that match.",
  },
  "/api/v2/r/{slug}/": {
    GET: "What a respondent's page shows: the graph without its scoring, the theme, and whether the form is open.",
  },
  "/api/v2/r/{slug}/start/": {
    POST: "Begins a session at the entry of the current version. `hidden` takes only the keys that the graph declares.",
  },
  "/api/v2/r/session/{session_id}/": {
    GET: "Where the session stands, so that a respondent can go on. It shows no answers.",
  },
  "/api/v2/r/session/{session_id}/form/": {
    GET: "The published form in the version of that session, also when the form has been closed or deleted since.",
  },
  "/api/v2/r/session/{session_id}/next/": {
    POST:
      "Answers the current node, and moves on. The same value for a node that was passed already changes nothing and is " +
      "answered as it was the first time, so that a request may be repeated after a lost answer. Another value for such a " +
      "node needs `back: true`: the path is then cut there, later answers leave the session, and it goes on from that " +
      "node; without `back` it is 409. When `is_complete` is true, call complete.",
  },
  "/api/v2/r/session/{session_id}/complete/": {
    POST: `Ends the session that stands at an end screen, and triggers the form's integrations. ${repeatable}`,
  },
  "/api/v2/r/session/{session_id}/upload/": {
    POST: "Takes one file for the question `node_id`. Its answer names the `url` that this gives.",
  },
  "/api/v2/r/session/{session_id}/upload/{id}/": { DELETE: "Removes an uploaded file that no answer names." },
  "/api/v2/file/{id}/": {
    GET: "The bytes of a respondent's file, for the form's owner or by a signed link.",
  },
  "/api/integrations/": { GET: "Integrations of every type." },
  "/api/integrations/types/": { GET: "What can be connected, and what each type's `config` holds." },
  "/api/integrations/{type}/": {
    GET: "Integrations of that type.",
    POST: "The path says the type, and so what `config` holds. Secrets are taken in and never answered.",
  },
  "/api/integrations/{type}/connect/": {
    GET: "The address to send the user to, for the types that are connected by consent (OAuth 2.0). It is good for ten minutes and one use.",
  },
  "/api/integrations/{type}/callback/": {
    GET: "Where the provider sends the user back to; then on to the dashboard, with `?connected=<id>` or `?error=<reason>`.",
  },
  "/api/integrations/{type}/{id}/": {
    PATCH:
      "Changes what is given. `config` is merged: a key that is left out stays, null clears one. " +
      '`status: "connected"` puts a disabled integration back to work.',
    DELETE: "Deletes the integration for good and detaches it from all forms.",
  },
  "/api/integrations/{type}/{id}/forms/": {
    GET: "The forms whose events it receives: those that lose it when it is deleted.",
  },
  "/api/integrations/{type}/{id}/test/": {
    POST: "Sends a test event at once. The answer is 200 whatever comes of it: see `success`.",
  },
  "/api/integrations/webhook/{id}/secret/": {
    PUT: "Shows the new secret once. The old one signs too for 24 hours.",
  },
  "/api/integrations/{type}/{id}/deliveries/": { GET: "Every attempt of this integration." },
  "/api/integrations/{type}/{id}/deliveries/replay/": {
    POST: "Queues each event that matches once more; without filters all that are kept.",
  },
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/": {
    GET: "One attempt with what was sent and what came back. Signatures and secrets are left out.",
  },
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/retry/": {
    POST: "Queues one attempt at once, with the original payload; it replaces the one that is scheduled.",
  },
  "/api/v2/form/{slug}/integrations/": {
    GET: "The integrations that receive this form's events.",
    POST: "The integration receives the events that happen from now on.",
  },
  "/api/v2/form/{slug}/integrations/{id}/": {
    PATCH: "Changes the fields that are given. A disabled attachment's pending attempts are cancelled.",
    DELETE: "Detaches only; the account's integration stays.",
  },
  "/api/auth/register/": { POST: "Makes an account with its first user and signs the user in." },
  "/api/auth/login/": { POST: "Sets the sign-in cookie. A wrong e-mail and a wrong password are answered alike." },
  "/api/auth/logout/": { POST: "Ends this sign-in." },
  "/api/auth/forgot/": { POST: "Sends a link for a new password, where the address is known; the answer is the same where it is not." },
  "/api/auth/reset/": { POST: "Takes the token of the mail. All sign-ins of the user end." },
  "/api/auth/options/": { GET: "What a sign-in page may offer: registration, and a new password by mail." },
  "/api/auth/me/": {
    GET: "The user of the sign-in, or the one who made the API key.",
    PATCH: "A new `password` needs the `current_password` and ends all other sign-ins.",
  },
  "/api/account/api-keys/": {
    GET: "All keys, revoked and expired ones too. Of a key only its prefix is shown.",
    POST: "The whole `key` is shown in this answer only.",
  },
  "/api/account/api-keys/{id}/": { DELETE: "Revokes the key at once and for good. Again: 204." },
  "/api/account/usage/": { GET: "Counts of requests by day, endpoint and key; the last 30 days unless `from` and `to` say otherwise." },
  "/api/account/deliveries/": { GET: "Every attempt of all the account's integrations." },
  "/api/account/notices/read/": { POST: "Marks all notices as read." },
  "/api/account/notices/": { GET: "The account's notices, newest first." },
  "/api/account/notices/{id}/": { PATCH: "Marks one notice as read or unread." },
};
