import type { Api } from "../../../shared/api/endpoints/index.ts";

/** A description of each operation, beside its title. A missing one doesn't compile. */
type Descriptions = { readonly [P in keyof Api]: { readonly [M in keyof Api[P]]: string } };

const ifMatch =
  "Send `If-Match` with the draft's last ETag, in double quotes: if the draft has changed since, the response is 409. " +
  "`If-None-Match: *` saves a first draft only. Without either header the last save wins.";
const elsewhere =
  "`xlsform` is an XLSX, `surveyjs` and `pathform` are `application/json`, and `fhir` is an R4 Questionnaire. Edges become conditions of the questions that they skip. The header `Pathform-Losses` counts what the format can't say, and `report=true` lists it. If nothing was lost, an import of the file asks the same questions.";
const repeatable = "You can safely repeat the request if its response is lost.";

// biome-ignore format: a table, a text a line
export const descriptions: Descriptions = {
  "/api/v2/form/": {
    GET: "Lists the account's forms. Archived forms are left out unless `is_active` asks for them.",
    POST: "Creates a form. Its slug comes from the title unless you send one. With a `template`, the template's graph becomes its draft. Unless you send `theme_id`, the form gets your theme of the template's `theme` name.",
  },
  "/api/v2/form/{slug}/": {
    GET: "Returns the form with its theme, published version and session counts.",
    PATCH: "Changes the fields that you send. A changed slug frees the old one.",
    DELETE: "Sets `is_active` to false. Responses stay readable. Restore the form with PATCH `is_active: true`.",
  },
  "/api/v2/form/{slug}/move/": {
    POST: "Moves the form to another workspace, with its versions, sessions and files. You must be owner or admin in both. The form gets copies of its theme and images. Integrations, emails and people with access stay, and pending deliveries end. `is_dry_run: true` only returns `left`. After a 503, repeat the request.",
  },
  "/api/v2/form/{slug}/copy/": {
    POST: "Creates a form with the same graph, theme, language and settings. `from` is the draft by default, or the current version if no draft was saved. Without a `title`, the copy is titled “Copy of” plus the original title. Responses, integrations, the opening times and the response limit aren't copied.",
  },
  "/api/v2/label/": { GET: "Lists the labels of active forms by name, each spelling apart: the first 1,000." },
  "/api/v2/template/": {
    GET: "Lists the templates, by title. `search` finds words in titles and descriptions. License and source are set for published questionnaires, otherwise null.",
  },
  "/api/v2/template/{id}/": {
    GET: "Returns one template with its graph. To create a form from it, send its ID as `template` to `POST /api/v2/form/`.",
  },
  "/api/v2/import/": {
    POST: "Converts a form of another tool to a graph. Stores nothing: create a form and PUT the graph as its draft. Send one file as `multipart/form-data`, or the JSON document itself. With an XLSForm or a KoboToolbox form, send its CSV files as up to 10 parts `attachment`. The format is found by content. JSON formats are Pathform, Typeform, FHIR Questionnaire (R4 or R5), SurveyJS, Google Forms, KoboToolbox, Formbricks, Tally and Qualtrics (.qsf). Others are XLSForm (.xlsx or .csv), LimeSurvey (.lss), REDCap (data dictionary) and tables of questions. `issues` says what is lost or changed. PUT draft accepts the graph, and it can be published. Limits: 5 MiB with all attachments, unpacked 50 MiB and 20,000 rows, and 1,000 questions.",
  },
  "/api/v2/form/{slug}/draft/": {
    GET: "Returns the draft and its problems. 404 if no draft was saved yet. With `exclude=translations`, the graph comes without `translations`.",
    PUT: `Replaces the whole draft. The graph can be unfinished. With \`exclude=translations\`, the draft keeps its translations. ${ifMatch}`,
  },
  "/api/v2/form/{slug}/draft/translations/": {
    GET: "Returns the texts of the draft in all languages. `format=csv` has the columns `key`, `source` and one per language. `format=xliff` is XLIFF 2.1 of one `language`. `format=json` counts texts and lists translations whose original changed. A text that a spreadsheet would read as a formula starts with `'`.",
    PUT: "Adds the translations of a CSV or XLIFF 2.0 or 2.1 file to the draft. Empty texts and missing rows change nothing. A new column adds a language. In an XLIFF, `trgLang` names the language. Send `If-Match` with the draft's ETag. Limits: 5 MiB, 1 MiB for a language, and 8 MiB for the draft with its translations.",
  },
  "/api/v2/form/{slug}/draft/translations/{language}/": {
    PUT: "Replaces the texts of one language, without the rest of the draft. Adds the language if the draft lacks it. Without texts, it counts for respondents only once it has one.",
    DELETE: "Removes a language from the draft with all its texts.",
  },
  "/api/v2/form/{slug}/draft/translations/confirm/": {
    POST: "Marks translations as still right after their original changed. Ignores keys without a translation.",
  },
  "/api/v2/form/{slug}/draft/presence/": {
    PUT: "Tells others for 40 seconds which question a person edits in a window. It is stored nowhere. Other people see no API keys.",
  },
  "/api/v2/form/{slug}/draft/validate/": {
    POST: "Returns the problems that publishing would find. Changes nothing.",
  },
  "/api/v2/form/{slug}/draft/simulate/": {
    POST: "Walks the draft from its entry node with your answers, as a session would. Stores nothing. `steps` explains for every edge why it was taken or not. A draft with errors is walked as far as possible.",
  },
  "/api/v2/form/{slug}/versions/{version_number}/simulate/": {
    POST: "Walks this version with your answers, as a session would. Stores nothing. `steps` explains for every edge why it was taken or not.",
  },
  "/api/v2/form/{slug}/draft/as/": {
    GET: `Returns the draft as a file of another tool. ${elsewhere} 404 if no draft was saved yet.`,
  },
  "/api/v2/form/{slug}/publish/": {
    POST: "Creates an immutable version from the draft and serves it to new respondents. The draft stays. Sessions in progress keep their version. If the response is 503, repeat it with the same `Idempotency-Key` to get one version only.",
  },
  "/api/v2/form/{slug}/versions/": { GET: "Lists all published versions without their graphs." },
  "/api/v2/form/{slug}/versions/{version_number}/": { GET: "Returns the immutable snapshot of this version." },
  "/api/v2/form/{slug}/versions/{version_number}/as/": {
    GET: `Returns this version as a file of another tool. ${elsewhere}`,
  },
  "/api/v2/form/{slug}/versions/{version_number}/diff/": {
    GET: "Lists changes from this version to another version or the draft, in the order form, nodes, edges. `is_breaking` is true if answers or totals of the two can't be compared. `why` explains each change. Positions are left out. 404 if one of the two doesn't exist.",
  },
  "/api/v2/form/{slug}/versions/{version_number}/restore/": {
    POST: `Replaces the draft with the graph of this version. Publishes nothing. ${ifMatch}`,
  },
  "/api/v2/theme/": {
    GET: "Lists the account's themes. A new account has six presets, and Path is its default theme.",
    POST: "Creates a theme. Set it on forms with `theme_id`. Fields that you leave out come from the preset Path, with a plain background.",
  },
  "/api/v2/theme/{id}/": {
    GET: "Returns one theme.",
    PATCH: "Changes the fields that you send, for all forms with this theme.",
    DELETE: "Deletes the theme. Its forms get the default theme.",
  },
  "/api/v2/image/": {
    POST: "Uploads a PNG, JPEG, WebP, GIF or AVIF image of up to 5 MiB and 8,000 px a side. Use its `url` in `logo_url`, `background_image_url` and `image_url`.",
  },
  "/api/v2/image/{id}/": { DELETE: "Deletes an image that no draft, version or theme of the workspace uses." },
  "/api/v2/r/image/{id}/": { GET: "Returns an image. Needs no credentials. An image never changes, so you can cache it forever." },
  "/api/v2/form/{slug}/responses/": {
    GET: "Lists sessions of every status unless `status` selects one. `search` finds text in answers.",
  },
  "/api/v2/form/{slug}/responses/export/": {
    GET: "Streams one row per session. Contains every session that existed when the export began, exactly once.",
  },
  "/api/v2/form/{slug}/responses/{session_id}/": {
    GET: "Returns one session with its answers in the order of its path.",
    DELETE: "Permanently deletes the session with its answers, files and the contents of its deliveries. You can't undo this.",
  },
  "/api/v2/form/{slug}/responses/{session_id}/answers/": {
    PATCH:
      "Corrects the answers of a completed or abandoned session. It is walked again in its own version. Path, points and end are stored whole. Answers that leave the path are in the history and don't come back. Returns the session with its new `revision`.",
  },
  "/api/v2/form/{slug}/responses/{session_id}/annotations/": {
    PUT: "Replaces the tags, the note and the flag of the session. They are in its detail and in exports, and neither respondents nor receivers of events see them.",
  },
  "/api/v2/form/{slug}/responses/{session_id}/history/": {
    GET: "Returns every correction of the session as a bare array, oldest first.",
  },
  "/api/v2/form/{slug}/view/": {
    GET: "Lists the form's saved views as a bare array, oldest first.",
    POST: "Saves filters, order and columns of the responses table under a name, for everybody who may read the form's responses. A form can have 50 views.",
  },
  "/api/v2/form/{slug}/view/{id}/": {
    PATCH: "Changes the fields that you send.",
    DELETE: "Deletes the view. No response changes.",
  },
  "/api/v2/form/{slug}/retention/": {
    GET: "Counts the responses without activity for so many days, as a form with these `retention_days` would delete them. Changes nothing.",
  },
  "/api/v2/form/{slug}/results/": {
    GET: "Returns the address of the form's public results. 404 if they aren't published.",
    PUT: "Publishes results at an address that everybody can open. Another PUT changes what it shows. Questions with texts, dates and files can't be shown. Each count is of 3 or more responses. The figures change after 3 more completed responses.",
    DELETE: "Removes the address. Results that are published again have another one.",
  },
  "/api/v2/r/results/{token}/": {
    GET: "Returns the figures of a form's public results, which are up to 60 seconds old. Needs no credentials. Texts, files, and counts of fewer than 3 responses are never among them.",
  },
  "/api/v2/form/{slug}/responses/{session_id}/deliveries/": {
    GET: "Returns every delivery attempt of this session's events as a bare array.",
  },
  "/api/v2/form/{slug}/responses/import/": {
    GET: "Lists imports of responses, newest first. They are kept for 30 days.",
    POST:
      "Takes responses from a file of another tool or a table: CSV, XLSX, JSON or NDJSON, recognized by its content. Each row is walked through " +
      "the form as a respondent with these answers. A part that doesn't fit is refused with its row. `dry_run=true` returns 200 with " +
      "the counts of an import. Importing a file again stores nothing twice. No emails, webhooks or limits of the form apply. " +
      "`mapping` is JSON: `{version, zone, encoding, date_order, columns: {<header or #number>: <node_id>}}`.",
  },
  "/api/v2/form/{slug}/responses/import/{id}/": {
    GET: "Returns an import with its counts and its first refusals.",
    DELETE:
      "Cancels what isn't stored yet. `erase=true` also deletes the responses that the import stored. If that takes more than five seconds, the response is `202` with the import. Its `status` is then `erasing` until all are gone. Repeating it changes nothing.",
  },
  "/api/v2/form/{slug}/insights/": {
    GET:
      "Returns completion, daily counts, funnel, questions and scores of all matching sessions. `compare=previous` adds the figures " +
      "of the previous period. Scores and calculations count completed sessions only, because others have only a part of them.",
  },
  "/api/v2/form/{slug}/links/": {
    GET: "Lists personal links, newest first. `search` finds a part of the reference. `counts` has the numbers of all links of the form.",
    POST: "Creates personal links, all or none. A link takes `max_responses` sessions, however many devices open it at the same time. Its `hidden` wins over what a browser sends, and `prefill` fills in answers.",
  },
  "/api/v2/form/{slug}/links/export/": {
    GET: "Streams one row per link with its reference, URL and status, in the order of creation.",
  },
  "/api/v2/form/{slug}/links/{id}/": {
    DELETE: "Revokes the link. Sessions that it started continue. `erase=true` also deletes its reference, email, hidden fields and prefilled answers, and cancels its emails.",
  },
  "/api/v2/form/{slug}/links/mail/": {
    GET: "Lists invitations with their counts, newest first.",
    POST: "Sends every chosen person an email with their link, and up to three reminders to those who haven't answered. Choose people with either `link_ids` or `filter`. Everyone gets one invitation: the counts in `left_out` say who gets none, and why. `is_dry_run: true` returns 200 with the same counts and a preview, and sends nothing. Each email is judged right before it is sent. None is sent for a form that is closed, archived or full. Emails of a form that opens later wait.",
  },
  "/api/v2/form/{slug}/links/mail/test/": {
    POST: "Sends the email to your own address, with a sample person. Its button opens the form without a personal link.",
  },
  "/api/v2/form/{slug}/links/mail/{id}/": {
    GET: "Returns an invitation with its counts.",
    DELETE: "Cancels emails and reminders that aren't sent yet. The links stay valid. Repeating it changes nothing.",
  },
  "/api/v2/form/{slug}/links/mail/{id}/deliveries/": {
    GET: "Lists the attempts to send an invitation's emails, newest first. They have no addresses. They are kept as long as other deliveries.",
  },
  "/api/v2/r/link/{token}/": {
    GET: "Returns what the form's page needs of a personal link. Prefilled answers and hidden fields are empty once the link is used, has expired or was revoked.",
  },
  "/api/v2/r/{slug}/": {
    GET: "Returns the published form for respondents: the graph without scoring, the theme, and whether the form is open.",
  },
  "/api/v2/r/{slug}/places/": {
    GET: "Returns how many places each option with a `limit` has left, by node and value, at most 2 seconds old. The newest version's limits count. Also for a closed form.",
  },
  "/api/v2/r/{slug}/challenge/": {
    GET: "Returns a challenge for a form with `bot_protection`. The solution starts the session with this `id` within 10 minutes.",
  },
  "/api/v2/r/{slug}/start/": {
    POST:
      "Starts a session at the entry node of the current version. `hidden` accepts only keys that the graph declares. A form with " +
      "`bot_protection` needs `id` and `challenge`, the solution of its challenge. A repeated start needs none. With `link`, a " +
      "session that the personal link started and that isn't completed is returned with status 200.",
  },
  "/api/v2/r/session/{session_id}/": {
    GET: "Returns the session's current node and path, to resume it. Contains no answers.",
  },
  "/api/v2/r/session/{session_id}/edit/": {
    GET: "Returns the answers of a completed session that its respondent can still change, if the form has `edit_window_minutes`.",
    PUT: "Changes answers as a correction does: the session is walked again and stored whole. Answers that are left out stay.",
  },
  "/api/v2/r/session/{session_id}/resume/": {
    POST:
      "Emails a link to finish the session on another device, if the form has `resume: \"mail\"`. Sessions started with a `resume_key` " +
      "need it in the header `Resume-Key`, and those of personal links need one. Every well-formed request returns 204, whether an email is sent or not. A session gets 3 emails " +
      "in 24 hours. They count as copies to respondents.",
  },
  "/api/v2/r/resume/": {
    POST:
      "Opens a link to finish later, once. Returns the session with its answers, and for a personal link only the hidden fields that the graph reads. Older links of the session end. All end with the " +
      "completion, with the deletion of the response, or after 30 days.",
  },
  "/api/v2/r/session/{session_id}/form/": {
    GET: "Returns the form in the session's version, even if the form was closed or archived since.",
  },
  "/api/v2/r/session/{session_id}/next/": {
    POST:
      "Answers the current node and goes to the next one. Repeating a value for a passed node changes nothing and returns " +
      "the first response, so you can safely repeat a request. To change an answer, send `back: true`: later answers leave " +
      "the session, and it continues from that node. Without `back` a different value returns 409. When `is_complete` is " +
      "true, call complete. In a session with a `resume_key`, only the device that gave an answer can repeat it, with its " +
      "`Resume-Key`. Others get 409 for every value, unless they send `back: true`.",
  },
  "/api/v2/r/session/{session_id}/answers/": {
    POST:
      "Answers several nodes in their order, such as those of a page: all of them or none. Works like one `next` request per answer, and " +
      "returns the last one's response. Repeating it changes nothing. Errors name the answer's index. With `complete=true`, an " +
      "answer that leads to an end screen also completes the session. The response then has `completed`, the response of " +
      "complete. It lacks `completed` if the response limit is reached: the answers are stored, and complete returns 409.",
  },
  "/api/v2/r/session/{session_id}/complete/": {
    POST: `Completes a session at an end screen and triggers the form's integrations. ${repeatable}`,
  },
  "/api/v2/r/session/{session_id}/upload/": {
    POST: "Uploads one file for the question `node_id`. Send the returned `url` in the answer.",
  },
  "/api/v2/r/session/{session_id}/upload/{id}/": { DELETE: "Deletes an uploaded file that no answer uses." },
  "/api/v2/file/{id}/": {
    GET: "Returns a respondent's file to the form's owner, or to anyone with a signed link.",
  },
  "/api/integrations/": { GET: "Lists integrations of every type." },
  "/api/integrations/types/": { GET: "Lists integration types and the fields of their `config`." },
  "/api/integrations/{type}/": {
    GET: "Lists integrations of this type.",
    POST: "Creates an integration. Its type defines the fields of `config`. Secrets are never returned.",
  },
  "/api/integrations/{type}/connect/": {
    GET: "Returns the URL where the user authorizes access, for OAuth types. It works once, within ten minutes.",
  },
  "/api/integrations/{type}/callback/": {
    GET: "The provider redirects the user here. This endpoint redirects to the dashboard with `?connected=<id>` or `?error=<reason>`.",
  },
  "/api/integrations/{type}/{id}/": {
    PATCH:
      "Changes the fields that you send. `config` is merged: missing keys stay, null clears a key. " +
      '`status: "connected"` enables a disabled integration.',
    DELETE: "Permanently deletes the integration and detaches it from all forms.",
  },
  "/api/integrations/{type}/{id}/forms/": {
    GET: "Lists the forms that this integration is attached to.",
  },
  "/api/integrations/{type}/{id}/health/": {
    GET: "Counts the attempts of the last 24 hours, by hour (UTC). Each retry counts. The last hour is the current one.",
  },
  "/api/integrations/{type}/{id}/test/": {
    POST: "Sends a test event immediately. The status is always 200. Check `success` for the result.",
  },
  "/api/integrations/webhook/{id}/secret/": {
    PUT: "Returns a new secret once. For 24 hours, requests are signed with both secrets.",
  },
  "/api/integrations/{type}/{id}/deliveries/": { GET: "Lists every delivery attempt of this integration." },
  "/api/integrations/{type}/{id}/deliveries/replay/": {
    POST: "Replays every matching event. Without filters, replays all stored events.",
  },
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/": {
    GET: "Returns one attempt with its request and response. Signatures and secrets are left out.",
  },
  "/api/integrations/{type}/{id}/deliveries/{delivery_id}/retry/": {
    POST: "Queues an immediate attempt with the original payload. It replaces a scheduled one.",
  },
  "/api/v2/form/{slug}/integrations/": {
    GET: "Lists the integrations that receive this form's events.",
    POST: "Attaches an integration. It receives events from now on.",
  },
  "/api/v2/form/{slug}/integrations/{id}/": {
    PATCH: "Changes the fields that you send. Disabling the attachment cancels its pending deliveries.",
    DELETE: "Detaches the integration from this form. The account keeps the integration.",
  },
  "/api/v2/form/{slug}/mails/": {
    GET: "Lists the form's email notifications.",
    POST: "Creates an email notification. Set either `to` or `to_node_id`. Addresses outside the account get a confirmation email first.",
  },
  "/api/v2/form/{slug}/mails/{id}/": {
    GET: "Returns one email notification.",
    PATCH: "Changes the fields that you send. Disabling it cancels its pending emails. Setting `to` or `is_enabled: true` sends a new confirmation to unsubscribed addresses.",
    DELETE: "Deletes the email notification and cancels its pending emails.",
  },
  "/api/v2/form/{slug}/mails/{id}/test/": {
    POST: "Sends the email with sample answers to your own address. The status is always 200. Check `success` for the result.",
  },
  "/api/v2/form/{slug}/mails/{id}/deliveries/": {
    GET: "Lists every attempt to send this email. `response_code` is the SMTP code. `skipped`: a condition excluded the session, or there was no address.",
  },
  "/api/auth/register/": { POST: "Creates an account with its first user and signs the user in." },
  "/api/auth/login/": { POST: "Sets the session cookie. A wrong email and a wrong password return the same response." },
  "/api/auth/logout/": { POST: "Signs the user out on this device." },
  "/api/auth/forgot/": { POST: "Emails a reset link if the address has an account. The response is always the same." },
  "/api/auth/reset/": { POST: "Sets a new password with the token from the email. Signs the user out everywhere." },
  "/api/auth/options/": { GET: "Returns whether people can register, and whether passwords can be reset by email." },
  "/api/auth/me/": {
    GET: "Returns the signed-in user, or the user who created the API key.",
    PATCH: "Changes name or password. A new `password` needs the `current_password` and signs out other devices.",
  },
  "/api/account/api-keys/": {
    GET: "Lists all keys by prefix, with revoked and expired ones.",
    POST: "Creates an API key. Only this response contains the full `key`. `scopes` limit what it can do, `form_ids` to which forms, `allowed_addresses` from where. They never change: create another key, or rotate it.",
  },
  "/api/account/api-keys/{id}/": { DELETE: "Revokes the key immediately and permanently. Repeating the request also returns 204." },
  "/api/workspaces/": {
    GET: "Lists the workspaces that you are in.",
    POST: "Creates a workspace, which you own. Its themes are the presets. 403 if the server doesn't let you create one.",
  },
  "/api/workspaces/{id}/": {
    GET: "Returns a workspace that you are in, with its settings.",
    PATCH: "Changes the name or the settings that you send, which needs `workspace:write`. Any member may send `is_default: true`, which makes it the workspace of requests that name none.",
  },
  "/api/workspaces/{id}/delete/": {
    POST: "Deletes the workspace in seven days, for its owners. `name` is its name, and `password` or `code` prove who asks; without a password, a recent single sign-on does. From now on it is read-only: forms answer 404 to respondents, API keys 403, and changes 409 with `deletes_at`.",
  },
  "/api/workspaces/{id}/restore/": {
    POST: "Keeps a workspace that is going to be deleted. Forms, sessions in progress and API keys work again.",
  },
  "/api/workspaces/{id}/members/": {
    GET: "Lists the members, with the forms that are shared with each. `search` finds words in names and addresses.",
  },
  "/api/workspaces/{id}/members/{user_id}/": {
    PATCH: "Changes a member's role or what they may do with responses. Owners change everybody, admins those below admin, and everybody can step down. 409 if no owner would be left.",
    DELETE: "Removes a member, or leaves with your own ID. Keys and integrations belong to the workspace and still work. `revoke_keys=true` revokes the keys that the member created. Emails to the member's address stop.",
  },
  "/api/workspaces/{id}/members/{user_id}/removal/": {
    GET: "Returns what the member created or gets, to check before you remove them. Changes nothing.",
  },
  "/api/workspaces/{id}/me/": {
    GET: "Returns your own settings in the workspace.",
    PATCH: "Changes your own settings in the workspace.",
  },
  "/api/workspaces/{id}/invitations/": {
    GET: "Lists invitations, newest first.",
    POST: "Invites up to 50 people, all or none. Each gets an email with a link if the server can send email. The `url` of the response is a second link, which you can pass on yourself. A pending invitation for the same address is replaced and keeps its ID. Links work once, for 7 days.",
  },
  "/api/workspaces/{id}/invitations/{invitation_id}/": {
    DELETE: "Revokes an invitation. Its links stop working. Repeating the request also returns 204.",
  },
  "/api/workspaces/{id}/invitations/{invitation_id}/resend/": {
    POST: "Creates new links for 7 days and sends the email again. The old links stop working. An expired or revoked invitation becomes pending again.",
  },
  "/api/workspaces/{id}/usage/": { GET: "Returns the workspace's requests by day, endpoint and key, for the last 30 days by default." },
  "/api/workspaces/{id}/audit/": {
    GET: "Lists who did what in the workspace, newest first. An entry appears within seconds of its change and stays. It has no answers, secrets or graphs. Counts up to 10,000 matches.",
  },
  "/api/workspaces/{id}/audit/export/": {
    GET: "Streams all matching entries, newest first. The export is itself an entry.",
  },
  "/api/v2/form/{slug}/access/": {
    GET: "Lists the people whom the form is shared with, beside the members.",
    POST: "Shares the form with a person. Addresses that aren't a member's get an invitation as a guest of this form.",
  },
  "/api/v2/form/{slug}/access/{id}/": {
    PATCH: "Changes what a person may do with the form.",
    DELETE: "Stops sharing the form with a person. A guest without any form is a member no longer.",
  },
  "/api/auth/invitation/": { GET: "Returns what an invitation offers, by the token of its link." },
  "/api/auth/invitation/accept/": {
    POST: "Joins the workspace. If you are signed in with the invited address, you join immediately. A new user sends `name` and `password` and is signed in (201). If the address has a user, sign in first (401). Signed in with another address, the response is 403.",
  },
  "/api/auth/invitation/decline/": { POST: "Declines an invitation. Its links stop working." },
  "/api/auth/verify-email/": { POST: "Verifies an address, or changes to it, by the token of the mailed link, which works once, for 24 hours." },
  "/api/auth/undo-email/": { POST: "Undoes a change of your email address. Send the token of the link in the email to the old address, which works once, for 7 days. All sign-ins end, and you get an email with a link to a new password." },
  "/api/auth/login/code/": {
    POST: "Ends a sign-in that waits for its second step. Send the `challenge` of the first step, and a code of the app or a recovery code. A challenge lasts 5 minutes and takes 5 tries. After a wrong code, the 401 has `tries_left`.",
  },
  "/api/auth/login/link/": { POST: "Signs in with the token of a link that an administrator made with `npm run user -- link`. It replaces the password, works once, for 10 minutes, and asks for the second step, too." },
  "/api/auth/oidc/start/": {
    GET: "Redirects to the page where people sign in to the company's single sign-on. Open it in a browser. If the issuer doesn't respond, a browser comes back to `/sign-in?error=unavailable`, and other clients get 503.",
  },
  "/api/auth/oidc/callback/": {
    GET: "The issuer redirects the person here. This endpoint signs them in and redirects to `next`, or to `/sign-in?error=<reason>`. Reasons are `denied`, `expired`, `failed`, `unavailable`, `email_missing`, `email_unverified`, `domain`, `no_role` and `link_needed`.",
  },
  "/api/auth/oidc/link/": {
    POST: "Returns the issuer's page from which you come back with single sign-on linked to your user. Send your password. If you have none, send `{}` within 10 minutes of signing in by SSO. Later, the response is 403 with `code: \"sign_in_again\"`. The page is for the browser that sent the request.",
    DELETE: "Unlinks single sign-on with your password or a code, and ends the sign-ins by it. You get an email.",
  },
  "/api/auth/oidc/backchannel-logout/": {
    POST: "The issuer sends a signed logout token here (OpenID Connect Back-Channel Logout 1.0). It ends the sign-ins of the token's session (`sid`) or person (`sub`).",
  },
  "/api/auth/oidc/logout/": {
    GET: "Signs out, then redirects to the issuer's sign-out page if the sign-in was by SSO, else to `/sign-in`. Open it in a browser.",
  },
  "/api/auth/second-factor/": {
    GET: "Returns whether your two-step sign-in is on, how many recovery codes are left, and the workspaces that require it.",
    POST: "Returns a new secret for an authenticator app. Two-step sign-in is on once you confirm a code of it within 10 minutes. Send your password. Without one, send `{}` within 10 minutes of signing in by SSO. Later, the response is 403 with `code: \"sign_in_again\"`.",
  },
  "/api/auth/second-factor/confirm/": { POST: "Turns two-step sign-in on with a code of the app, and ends your other sign-ins. Only this response contains the 10 recovery codes, which sign in once each." },
  "/api/auth/second-factor/disable/": { POST: "Turns two-step sign-in off with your password and a code." },
  "/api/auth/second-factor/recovery-codes/": { POST: "Replaces your recovery codes. The old ones stop working." },
  "/api/auth/sign-ins/": { GET: "Lists where you are signed in. `last_used` is rounded to the hour." },
  "/api/auth/sign-ins/revoke-others/": { POST: "Signs you out everywhere else." },
  "/api/auth/sign-ins/{id}/": { DELETE: "Signs you out on one device." },
  "/api/auth/events/": { GET: "Lists sign-ins, failed ones and changes of your password, second factor and address of the last 90 days." },
  "/api/auth/me/email/": { POST: "Emails a link to the new address, at most five a day. Your address changes when it is opened, and the old one gets an email. If the address is taken, its owner gets an email instead, and the response is the same." },
  "/api/auth/me/delete/": { POST: "Deletes you, with your password or a code. Workspaces that only you are in are deleted, too. API keys and integrations that you made in others keep working." },
  "/api/auth/me/verify-email/": { POST: "Emails you a link that verifies your address, at most five a day." },
  "/api/auth/key/": { GET: "Returns the key that sent the request, with its scopes and workspace. 403 for a cookie." },
  "/api/account/api-keys/{id}/rotate/": {
    POST: "Creates a key with the same name, scopes and expiry. The old one works for `grace_hours`. Only this response contains the full `key`.",
  },
  "/api/account/usage/": { GET: "Returns requests by day, endpoint and key, for the last 30 days by default." },
  "/api/account/deliveries/": { GET: "Lists every delivery attempt of all integrations." },
  "/api/account/notices/read/": { POST: "Marks all notifications as read." },
  "/api/account/notices/": { GET: "Lists notifications, newest first." },
  "/api/account/notices/{id}/": { PATCH: "Marks one notification as read or unread." },
};
