import type { Needs } from "../../../shared/api/access/allows.ts";
import { linkEndpoints, publicLinkEndpoints } from "../../../shared/api/endpoints/links.ts";
import {
  fileEndpoints,
  publicResultEndpoints,
  respondentEndpoints,
  responseEndpoints,
} from "../../../shared/api/endpoints/sessions.ts";
import type { History } from "../../../shared/api/shapes/corrections.ts";
import type { Result } from "../../../shared/bus/calls.ts";
import { sendFile } from "../files/download.ts";
import { takeUpload } from "../files/upload.ts";
import type { Request } from "../http/request.ts";
import { authenticate } from "../request/authenticate.ts";
import { takeResponses } from "../request/takeResponses.ts";
import {
  asking,
  device,
  editing,
  home,
  inPieces,
  linksAgain,
  newFile,
  newResponseImport,
  newSession,
  publishedResults,
  startedSession,
  unlisted,
} from "./extras.ts";
import { handle } from "./route.ts";

const streamLinks = (request: Request, begun: Result<"sessions.beginLinksExport">): Promise<void> =>
  request.exports.stream(request, begun, () => checkStillAllowed(request), "sessions.linksPiece");

const streamExport = (request: Request, begun: Result<"analytics.beginExport">): Promise<void> =>
  request.exports.stream(request, begun, () =>
    checkStillAllowed(request, begun.has_personal ? { needs: wholeResponses } : {}),
  );

/** Copies of the previous release return a history whole. */
async function sendHistory(request: Request, found: Result<"analytics.responseHistory">): Promise<History | undefined> {
  if (!("cursor" in found)) return found;
  const begun = { ...found, content_type: "application/json; charset=utf-8" };
  const needed = found.has_personal ? { needs: wholeResponses } : {};
  await request.exports.stream(request, begun, () => checkStillAllowed(request, needed), "analytics.historyPiece");
  return undefined;
}

const wholeResponses: Needs = ["responses:read"];

async function checkStillAllowed(request: Request, needed: { needs?: Needs } = {}): Promise<void> {
  const caller = await authenticate(request);
  if (caller) await request.call("forms.locate", { caller: { ...caller, ...needed }, slug: request.path.slug ?? "" });
}

export const sessionRoutes = [
  ...handle(responseEndpoints, {
    "/api/v2/form/{slug}/responses/": { GET: "analytics.listResponses" },
    "/api/v2/form/{slug}/responses/export/": { GET: { action: "analytics.beginExport", reply: streamExport } },
    "/api/v2/form/{slug}/responses/import/": {
      GET: "sessions.listImports",
      POST: { action: "sessions.reserveImport", extra: newResponseImport, reply: takeResponses },
    },
    "/api/v2/form/{slug}/responses/import/{id}/": { GET: "sessions.getImport", DELETE: "sessions.cancelImport" },
    "/api/v2/form/{slug}/responses/{session_id}/": { GET: "analytics.getResponse", DELETE: "analytics.eraseResponse" },
    "/api/v2/form/{slug}/responses/{session_id}/answers/": {
      PATCH: { action: "analytics.correctResponse", holdsAnswers: true },
    },
    "/api/v2/form/{slug}/responses/{session_id}/annotations/": { PUT: "analytics.annotateResponse" },
    "/api/v2/form/{slug}/responses/{session_id}/history/": {
      GET: { action: "analytics.responseHistory", extra: inPieces, reply: sendHistory },
    },
    "/api/v2/form/{slug}/responses/{session_id}/deliveries/": { GET: "integrations.listSessionDeliveries" },
    "/api/v2/form/{slug}/retention/": { GET: "analytics.previewRetention" },
    "/api/v2/form/{slug}/insights/": { GET: "analytics.insights" },
    "/api/v2/form/{slug}/results/": {
      GET: { action: "analytics.getResults", extra: home },
      PUT: { action: "analytics.putResults", extra: home, reply: publishedResults },
      DELETE: "analytics.removeResults",
    },
  }),
  ...handle(linkEndpoints, {
    "/api/v2/form/{slug}/links/": {
      GET: { action: "sessions.listLinks", extra: home },
      POST: { action: "sessions.createLinks", extra: home, replay: linksAgain, holdsAnswers: true },
    },
    "/api/v2/form/{slug}/links/export/": {
      GET: { action: "sessions.beginLinksExport", extra: home, reply: streamLinks },
    },
    "/api/v2/form/{slug}/links/{id}/": { DELETE: "sessions.revokeLink" },
  }),
  ...handle(publicLinkEndpoints, { "/api/v2/r/link/{token}/": { GET: "sessions.link" } }),
  ...handle(respondentEndpoints, {
    "/api/v2/r/{slug}/": { GET: "sessions.publicForm" },
    "/api/v2/r/{slug}/places/": { GET: "sessions.places" },
    "/api/v2/r/{slug}/challenge/": { GET: "sessions.challenge" },
    "/api/v2/r/{slug}/start/": {
      POST: { action: "sessions.start", limit: "starts", extra: newSession, reply: startedSession, isHot: true },
    },
    "/api/v2/r/session/{session_id}/": { GET: "sessions.resume" },
    "/api/v2/r/session/{session_id}/form/": { GET: "sessions.sessionForm" },
    "/api/v2/r/session/{session_id}/next/": { POST: { action: "sessions.next", extra: device, isHot: true } },
    "/api/v2/r/session/{session_id}/answers/": { POST: { action: "sessions.answers", extra: device } },
    "/api/v2/r/session/{session_id}/complete/": { POST: { action: "sessions.complete", isHot: true } },
    "/api/v2/r/session/{session_id}/edit/": {
      GET: { action: "sessions.editable", extra: editing },
      PUT: { action: "sessions.edit", extra: editing },
    },
    "/api/v2/r/session/{session_id}/resume/": { POST: { action: "sessions.askResume", extra: asking } },
    "/api/v2/r/resume/": { POST: "sessions.openResume" },
    "/api/v2/r/session/{session_id}/upload/": {
      POST: { action: "sessions.reserveFile", extra: newFile, reply: takeUpload },
    },
    "/api/v2/r/session/{session_id}/upload/{id}/": { DELETE: "sessions.removeFile" },
  }),
  ...handle(publicResultEndpoints, {
    "/api/v2/r/results/{token}/": { GET: { action: "analytics.publicResults", reply: unlisted } },
  }),
  ...handle(fileEndpoints, {
    "/api/v2/file/{id}/": { GET: { action: "sessions.openFile", reply: sendFile } },
  }),
];
