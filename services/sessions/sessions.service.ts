import { env } from "../../shared/env.ts";
import { openFileStore } from "../../shared/files/store.ts";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { closeFor, openFor } from "../../shared/service.ts";
import { watchAbandonment } from "./abandonment.ts";
import { acknowledgeChanges, changes } from "./actions/changes.ts";
import { complete } from "./actions/complete.ts";
import { erase } from "./actions/erase.ts";
import { acknowledgeEvents, claimEvents, failEvent, locate, versionGraph } from "./actions/events.ts";
import { commitFile, openFile, releaseFile, removeFile, renewFile, reserveFile } from "./actions/files.ts";
import { countByForm, putLiveForm, staleForms } from "./actions/forms.ts";
import { next } from "./actions/next.ts";
import { publicForm } from "./actions/publicForm.ts";
import { resume } from "./actions/resume.ts";
import { start } from "./actions/start.ts";
import { sessionsSchema } from "./database.ts";
import { removeFilesOf, watchFiles } from "./fileRemoval.ts";
import { openHint } from "./hint.ts";
import { showOutbox } from "./outboxMetrics.ts";
import { openRespondents } from "./respondents.ts";
import type { SessionsService } from "./service.ts";

/** Respondent sessions: start, next, complete, abandonment, and the live forms that they need (docs/adr/0001). */
export default {
  name: "sessions",
  actions: {
    putLiveForm,
    staleForms,
    countByForm,
    publicForm,
    start,
    next,
    complete,
    resume,
    erase,
    claimEvents,
    acknowledgeEvents,
    failEvent,
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
  } satisfies ActionsOf<"sessions", SessionsService>,

  async started(this: SessionsService) {
    await openFor(this, sessionsSchema);
    showOutbox(this.database.pool);
    this.tellOfEvents = openHint(this.broker);
    this.respondents = openRespondents(this.database);
    this.files = await openFileStore();
    this.removeFilesOf = (session_id) => removeFilesOf(this, session_id);
    this.stopWatchingFiles = watchFiles(this);
    this.stopWatching = watchAbandonment(this, env().ABANDON_AFTER_MINUTES);
  },

  async stopped(this: SessionsService) {
    await this.stopWatching?.();
    await this.stopWatchingFiles?.();
    await closeFor(this);
  },
};
