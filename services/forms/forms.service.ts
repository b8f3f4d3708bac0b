import type { ServiceSchema, ServiceSettingSchema } from "moleculer";
import type { ActionsOf, Call } from "../../shared/moleculer.ts";
import { closeFor, type DatabaseService, openFor } from "../../shared/service.ts";
import { create } from "./actions/create.ts";
import { getDraft, saveDraft, validateDraft } from "./actions/drafts.ts";
import { get, list, locate } from "./actions/forms.ts";
import { publish } from "./actions/publish.ts";
import { remove } from "./actions/remove.ts";
import { createTheme, getTheme, listThemes, removeTheme, updateTheme } from "./actions/themes.ts";
import { update } from "./actions/update.ts";
import { getVersion, listVersions, restoreVersion } from "./actions/versions.ts";
import { formsSchema } from "./database.ts";
import { type Reconciler, startReconciler } from "./reconcile.ts";

interface FormsService extends DatabaseService {
  settings: ServiceSettingSchema & { reconcileEveryMs: number };
  reconciler?: Reconciler;
}

/** A look at an index that is almost always empty; design §1 asks for one a minute at least. */
const reconcileEveryMs = 10_000;

/** Forms, themes, drafts and versions: what owners make (spec §Forms, decisions §3). */
const actions = {
  list,
  create,
  get,
  update,
  remove,
  locate,
  getDraft,
  saveDraft,
  validateDraft,
  publish,
  listVersions,
  getVersion,
  restoreVersion,
  listThemes,
  createTheme,
  getTheme,
  updateTheme,
  removeTheme,
} satisfies ActionsOf<"forms">;

async function started(this: FormsService) {
  await openFor(this, formsSchema);
  this.reconciler = startReconciler({
    bus: { database: this.database, call: this.broker.call.bind(this.broker) as Call, logger: this.logger },
    isReady: () => this.broker.registry.actions.isAvailable("sessions.putLiveForm"),
    everyMs: this.settings.reconcileEveryMs,
  });
}

async function stopped(this: FormsService) {
  await this.reconciler?.stop();
  await closeFor(this);
}

export default {
  name: "forms",
  settings: { reconcileEveryMs },
  actions,
  started,
  stopped,
} as unknown as ServiceSchema;
