import { env } from "../../shared/env.ts";
import type { ActionsOf } from "../../shared/moleculer.ts";
import { closeFor, type DatabaseService, openFor } from "../../shared/service.ts";
import { watchAbandonment } from "./abandonment.ts";
import { complete } from "./actions/complete.ts";
import { erase } from "./actions/erase.ts";
import { acknowledgeEvents, claimEvents, failEvent, locate, versionGraph } from "./actions/events.ts";
import { countByForm, putLiveForm, staleForms } from "./actions/forms.ts";
import { next } from "./actions/next.ts";
import { publicForm } from "./actions/publicForm.ts";
import { resume } from "./actions/resume.ts";
import { start } from "./actions/start.ts";
import { sessionsSchema } from "./database.ts";
import { openHint } from "./hint.ts";
import { openRespondents, type Respondents } from "./respondents.ts";

export interface SessionsService extends DatabaseService {
  respondents: Respondents;
  /** after a commit that has made events */
  tellOfEvents: () => void;
  stopWatching?: () => Promise<void>;
}

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
  } satisfies ActionsOf<"sessions">,

  async started(this: SessionsService) {
    await openFor(this, sessionsSchema);
    this.tellOfEvents = openHint(this.broker);
    this.respondents = openRespondents(this.database);
    this.stopWatching = watchAbandonment(this, env().ABANDON_AFTER_MINUTES);
  },

  async stopped(this: SessionsService) {
    await this.stopWatching?.();
    await closeFor(this);
  },
};
