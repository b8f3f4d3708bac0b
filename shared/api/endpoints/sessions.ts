import { byCreated, bySessionFields } from "../lists.ts";
import { AnnotateBody, Annotations } from "../shapes/annotations.ts";
import * as corrections from "../shapes/corrections.ts";
import * as files from "../shapes/files.ts";
import * as insights from "../shapes/insights.ts";
import { SessionDeliveries } from "../shapes/integrations.ts";
import * as imports from "../shapes/responseImports.ts";
import * as results from "../shapes/results.ts";
import { RetentionPreview, RetentionQuery } from "../shapes/retention.ts";
import * as sessions from "../shapes/sessions.ts";
import { group } from "./endpoint.ts";

/** Responses for owners and sessions for respondents (spec §Sessions, §Public respondent API; decisions §5, §6). */
const closed = {
  409:
    "The form is closed, not open yet, or has reached its response limit. Or the `id` belongs to a deleted session " +
    "(`is_deleted`) or to another form.",
} as const;
const notHere = {
  409:
    "The session is completed or at an end screen (call complete), the node has another answer (send `back: true`), or " +
    "the session is at another node (`current_node_id`).",
} as const;
const notAtEnd = {
  409:
    "The session isn't at an end screen, the response limit is reached (`code` is `response_limit`), or another response has " +
    "one of its unique answers (`not_unique`) or the last place of an option (`option_full`); `node_id` names the question.",
} as const;
const fileRefused = {
  409: "The session hasn't reached this node, the node has its maximum of files, or the form's file storage is full.",
  413: "The file is larger than the question's `max_size_mb`.",
  415: "The question doesn't accept this file type.",
} as const;
const unsolved = {
  403: "The form asks for the solution of a challenge. The response has a new one as `challenge`.",
} as const;
const linkUsed = { 404: "The link was used, or has expired." } as const;
const fileAnswered = { 409: "An answer uses the file." } as const;
const linkExpired = { 403: "The link has expired, or the file belongs to another workspace." } as const;
/** The order matters: generated clients for Java use the first type (a file), those for Python the first known one (text). */
const exportTypes = [
  "application/x-ndjson",
  "text/csv",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/zip",
] as const;
const fileTypes = ["application/octet-stream"] as const;

const notCorrected = {
  400: "The body is invalid, or an answer is refused on its path: each error starts with `answers.<node_id>:`.",
  409: "The response is in progress, was corrected since the `revision` sent, or has 100 revisions or 16 MiB of them. Or another one has a unique answer or the last place (`code`, `node_id`).",
} as const;
const notEditable = {
  403: "The `Edit-Key` isn't the one that the session began with.",
  409: "The session isn't completed, its window is over, the form is off, or its revisions are full.",
} as const;
const importing = ["forms:write", "responses:write"] as const;
const notImported = {
  400: "The file isn't one that can be read, or `mapping` doesn't fit it.",
  409: "An import of this form is under way, or the form was never published.",
  413: "The file is larger than 50 MiB.",
  415: "The body isn't `multipart/form-data`.",
} as const;
const publishing = ["forms:write", "responses:read"] as const;
const notShown = { 400: "The body is invalid, or a question has no figures that can be shown." } as const;
const tooWide = {
  409: "The form has too many columns for the format. XLSX has 16,384 and CSV 50,000. Or the responses have over 100,000 files.",
} as const;

// biome-ignore format: a table, one row a line
export const responseEndpoints = group({ tag: "Responses", auth: "caller" }, {
  "/api/v2/form/{slug}/responses/": {
    GET: { id: "listResponses", title: "List responses", of: "form", load: "read", needs: ["responses:read_anonymous"], query: sessions.ResponseListQuery, list: bySessionFields, response: sessions.SessionListItem },
  },
  "/api/v2/form/{slug}/responses/export/": {
    GET: { id: "exportResponses", title: "Export responses", of: "form", load: "transfer", needs: ["responses:read_anonymous"], audit: ["responses.exported"], query: sessions.ExportQuery, download: exportTypes, errors: tooWide },
  },
  "/api/v2/form/{slug}/responses/import/": {
    GET: { id: "listResponseImports", title: "List imports of responses", of: "form", load: "read", needs: ["responses:read"], list: byCreated, response: imports.ResponseImport },
    POST: { id: "importResponses", title: "Import responses", of: "form", load: "transfer", needs: importing, audit: ["responses.imported"], query: imports.ImportResponsesQuery, upload: true, fields: imports.ImportResponsesFields, isLong: true, idempotencyKey: true, status: 202, response: imports.ResponseImport, checks: imports.CheckedImport, errors: notImported },
  },
  "/api/v2/form/{slug}/responses/import/{id}/": {
    GET: { id: "getResponseImport", title: "Get an import of responses", of: "form", load: "read", needs: ["responses:read"], response: imports.ResponseImport },
    DELETE: { id: "cancelResponseImport", title: "Cancel an import of responses", of: "form", load: "write", needs: importing, audit: ["responses.imported", "response.deleted"], query: imports.DeleteImportQuery, continues: imports.ResponseImport },
  },
  "/api/v2/form/{slug}/responses/{session_id}/": {
    GET: { id: "getResponse", title: "Get a response with its answers", of: "form", load: "read", needs: ["responses:read_anonymous"], query: sessions.PersonalQuery, response: sessions.ResponseDetail },
    DELETE: { id: "deleteResponse", title: "Delete a response", of: "form", load: "write", needs: ["responses:write"], audit: ["response.deleted"] },
  },
  "/api/v2/form/{slug}/responses/{session_id}/answers/": {
    PATCH: { id: "correctResponse", title: "Correct a response's answers", of: "form", load: "write", needs: ["responses:write"], audit: ["response.corrected"], body: corrections.CorrectBody, response: sessions.ResponseDetail, errors: notCorrected },
  },
  "/api/v2/form/{slug}/responses/{session_id}/annotations/": {
    PUT: { id: "annotateResponse", title: "Annotate a response", of: "form", load: "write", needs: ["responses:write"], audit: ["response.annotated"], body: AnnotateBody, response: Annotations },
  },
  "/api/v2/form/{slug}/responses/{session_id}/history/": {
    GET: { id: "listResponseHistory", title: "List a response's corrections", of: "form", load: "transfer", needs: ["responses:read_anonymous"], query: sessions.PersonalQuery, response: corrections.History },
  },
  "/api/v2/form/{slug}/responses/{session_id}/deliveries/": {
    GET: { id: "listResponseDeliveries", title: "List a response's deliveries", of: "form", load: "read", needs: ["responses:read"], response: SessionDeliveries },
  },
  "/api/v2/form/{slug}/retention/": {
    GET: { id: "previewRetention", title: "Count the responses that a retention would delete", of: "form", load: "read", needs: ["responses:read_anonymous"], query: RetentionQuery, response: RetentionPreview },
  },
  "/api/v2/form/{slug}/insights/": {
    GET: { id: "getInsights", title: "Get a form's insights", of: "form", load: "read", needs: ["insights:read"], query: insights.InsightsQuery, response: insights.Insights },
  },
  "/api/v2/form/{slug}/results/": {
    GET: { id: "getResults", title: "Get a form's public results", of: "form", load: "read", needs: publishing, response: results.Results },
    PUT: { id: "putResults", title: "Publish a form's results", of: "form", load: "write", needs: publishing, audit: ["results.published"], body: results.PutResultsBody, creates: true, response: results.Results, errors: notShown },
    DELETE: { id: "deleteResults", title: "Remove a form's public results", of: "form", load: "write", needs: publishing, audit: ["results.removed"] },
  },
});

// biome-ignore format: a table, one row a line
export const respondentEndpoints = group({ tag: "Respondents", auth: "public" }, {
  "/api/v2/r/{slug}/": {
    GET: { id: "getPublishedForm", title: "Get the published form", of: "none", load: "read", query: sessions.PublicFormQuery, etag: true, response: sessions.PublicForm },
  },
  "/api/v2/r/{slug}/places/": {
    GET: { id: "getPlaces", title: "Get the places left of limited options", of: "none", load: "read", maxAge: 2, response: sessions.Places },
  },
  "/api/v2/r/{slug}/challenge/": {
    GET: { id: "getChallenge", title: "Get a challenge", of: "none", load: "read", query: sessions.ChallengeQuery, response: sessions.Challenge },
  },
  "/api/v2/r/{slug}/start/": {
    POST: { id: "startSession", title: "Start a session", of: "none", load: "start", body: sessions.StartBody, creates: true, response: sessions.Started, errors: { ...closed, ...unsolved } },
  },
  "/api/v2/r/session/{session_id}/": {
    GET: { id: "getSession", title: "Resume a session", of: "none", load: "read", response: sessions.Resumed },
  },
  "/api/v2/r/session/{session_id}/form/": {
    GET: { id: "getSessionForm", title: "Get the published form of a session's version", of: "none", load: "read", query: sessions.PublicFormQuery, etag: true, response: sessions.PublicForm },
  },
  "/api/v2/r/session/{session_id}/next/": {
    POST: { id: "submitAnswer", title: "Submit an answer", of: "none", load: "step", body: sessions.NextBody, response: sessions.Next, errors: notHere },
  },
  "/api/v2/r/session/{session_id}/answers/": {
    POST: { id: "submitAnswers", title: "Submit several answers", of: "none", load: "step", query: sessions.AnswersQuery, body: sessions.AnswersBody, response: sessions.AnswersTaken, errors: notHere },
  },
  "/api/v2/r/session/{session_id}/complete/": {
    POST: { id: "completeSession", title: "Complete a session", of: "none", load: "step", body: sessions.CompleteBody, response: sessions.Completed, errors: notAtEnd },
  },
  "/api/v2/r/session/{session_id}/edit/": {
    GET: { id: "getEditableAnswers", title: "Get the answers to change", of: "none", load: "read", response: corrections.Editable, errors: notEditable },
    PUT: { id: "editAnswers", title: "Change answers after completion", of: "none", load: "step", body: corrections.EditBody, response: corrections.Editable, errors: { ...notCorrected, ...notEditable } },
  },
  "/api/v2/r/session/{session_id}/resume/": {
    POST: { id: "askToFinishLater", title: "Ask for a link to finish later", of: "none", load: "step", body: sessions.AskResumeBody },
  },
  "/api/v2/r/resume/": {
    POST: { id: "finishOnAnotherDevice", title: "Finish on another device", of: "none", load: "step", body: sessions.OpenResumeBody, response: sessions.ResumedWithAnswers, errors: linkUsed },
  },
  "/api/v2/r/session/{session_id}/upload/": {
    POST: { id: "uploadFile", title: "Upload a file", of: "none", load: "transfer", query: files.UploadQuery, upload: true, status: 201, response: files.UploadedFile, errors: fileRefused },
  },
  "/api/v2/r/session/{session_id}/upload/{id}/": {
    DELETE: { id: "deleteFile", title: "Delete an uploaded file", of: "none", load: "step", errors: fileAnswered },
  },
});

// biome-ignore format: a table, one row a line
export const publicResultEndpoints = group({ tag: "Respondents", auth: "public" }, {
  "/api/v2/r/results/{token}/": {
    GET: { id: "getPublicResults", title: "Get public results", of: "none", load: "read", response: results.PublicResults },
  },
});

// biome-ignore format: a table, one row a line
export const fileEndpoints = group({ tag: "Files", auth: "link" }, {
  "/api/v2/file/{id}/": {
    GET: { id: "downloadFile", title: "Download a file", of: "resource", load: "read", needs: ["responses:read"], audit: ["file.downloaded"], query: files.FileQuery, download: fileTypes, errors: linkExpired },
  },
});
