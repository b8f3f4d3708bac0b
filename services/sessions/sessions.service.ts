import { defineService } from "../../shared/bus/service.ts";
import { openAuditOutbox } from "../../shared/platform/audit/collect.ts";
import { env } from "../../shared/platform/env.ts";
import { openFileStore } from "../../shared/platform/files/open.ts";
import { abandonIdleSessions } from "./abandonment.ts";
import { annotate } from "./actions/annotate.ts";
import { answers } from "./actions/answers.ts";
import { challenge } from "./actions/challenge.ts";
import { complete } from "./actions/complete.ts";
import { correct } from "./actions/correct.ts";
import { edit, editable } from "./actions/edit.ts";
import { eraseAccount, forgetAccount } from "./actions/eraseAccount.ts";
import {
  acknowledgeChanges,
  acknowledgeEvents,
  changes,
  claimEvents,
  eventPosition,
  failEvent,
  locate,
  nextEvent,
  noteAttachedForms,
  personalNodes,
  versionGraph,
} from "./actions/events.ts";
import { commitFile, fileNames, openFile, releaseFile, removeFile, renewFile, reserveFile } from "./actions/files.ts";
import { countByForms, putLiveForm, putVersionTexts, staleForms } from "./actions/forms.ts";
import { history, historyPiece } from "./actions/history.ts";
import {
  cancelImport,
  getImport,
  importResponses,
  isImporting,
  listImports,
  releaseImport,
  renewImport,
  reserveImport,
} from "./actions/imports.ts";
import { joined } from "./actions/joined.ts";
import { link } from "./actions/link.ts";
import { chooseLinks, linksForMail, noteLinkMails } from "./actions/linkMails.ts";
import { createLinks, linksAgain, listLinks, revokeLink } from "./actions/links.ts";
import { beginLinksExport, linksPiece } from "./actions/linksExport.ts";
import { next } from "./actions/next.ts";
import { places } from "./actions/places.ts";
import { formPage, publicForm, sessionForm } from "./actions/publicForm.ts";
import { askResume, openResume } from "./actions/resume.ts";
import { clientOf, erase, resume } from "./actions/session.ts";
import { start } from "./actions/start.ts";
import { claimSessions } from "./claiming.ts";
import { expireUnnamedFiles, removeFilesOf } from "./fileExpiry.ts";
import { followExactForms, followSuspendedForms } from "./formSet.ts";
import { openHint } from "./hint.ts";
import { eraseImports, tidyImports } from "./imports/erase.ts";
import { runImports } from "./imports/run.ts";
import { showOutbox } from "./outboxMetrics.ts";
import { forgetPastDays, openQuotas } from "./quotas.ts";
import { openRespondents } from "./respondents.ts";
import { eraseOldSessions, personalAnswers } from "./retention.ts";
import { sessionsSchema } from "./schema.ts";
import type { SessionsService } from "./service.ts";

/** Respondent sessions: start, next, complete, abandonment, and the live forms they need (docs/adr/0001). */
export default defineService<"sessions", SessionsService>({
  name: "sessions",
  schema: sessionsSchema,
  actions: {
    putLiveForm,
    putVersionTexts,
    staleForms,
    countByForms,
    publicForm,
    formPage,
    sessionForm,
    places,
    challenge,
    link,
    createLinks,
    linksAgain,
    listLinks,
    revokeLink,
    beginLinksExport,
    linksPiece,
    chooseLinks,
    linksForMail,
    noteLinkMails,
    start,
    next,
    answers,
    complete,
    joined,
    resume,
    askResume,
    openResume,
    erase,
    annotate,
    edit,
    editable,
    correct,
    history,
    historyPiece,
    clientOf,
    claimEvents,
    nextEvent,
    acknowledgeEvents,
    failEvent,
    eventPosition,
    noteAttachedForms,
    personalNodes,
    versionGraph,
    locate,
    changes,
    acknowledgeChanges,
    reserveFile,
    renewFile,
    commitFile,
    releaseFile,
    removeFile,
    openFile,
    fileNames,
    reserveImport,
    renewImport,
    releaseImport,
    importResponses,
    listImports,
    getImport,
    cancelImport,
    isImporting,
    eraseAccount,
    forgetAccount,
  },

  async started() {
    this.announceEvents = openHint(this.broker);
    this.respondents = openRespondents(this.database);
    await Promise.all([this.respondents.suspended.refresh(), this.respondents.exact.refresh()]);
    this.quotas = openQuotas(this);
    this.files = await openFileStore();
    this.removeFilesOf = (sessionId) => removeFilesOf(this, sessionId);
  },

  loops() {
    const { call, database, logger } = this;
    const dayMs = env().RETENTION_DAY_SECONDS * 1_000;
    return [
      openAuditOutbox("sessions", database.pool, (entries) => call("auth.recordAudit", { entries }), logger),
      expireUnnamedFiles(this),
      abandonIdleSessions(this, env().ABANDON_AFTER_MINUTES),
      eraseOldSessions(this, { maxDays: env().RETENTION_DAYS_MAX ?? null, dayMs }),
      eraseOldSessions(this, { maxDays: null, dayMs }, personalAnswers),
      forgetPastDays(this),
      followSuspendedForms(this.respondents.suspended, this.logger),
      followExactForms(this.respondents.exact, this.logger),
      claimSessions(this),
      runImports(this),
      eraseImports(this),
      tidyImports(this),
      showOutbox(this.database.pool),
    ];
  },
});
