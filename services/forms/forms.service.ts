import type { Context } from "moleculer";
import { defineService } from "../../shared/bus/service.ts";
import { openAuditOutbox } from "../../shared/platform/audit/collect.ts";
import { openFileStore } from "../../shared/platform/files/open.ts";
import { copy } from "./actions/copy.ts";
import { create } from "./actions/create.ts";
import { diffVersion } from "./actions/diff.ts";
import { getDraft, saveDraft, validateDraft } from "./actions/drafts.ts";
import { exportDraft, exportVersion } from "./actions/elsewhere.ts";
import { eraseAccount } from "./actions/eraseAccount.ts";
import { forget, get, list, locate, named } from "./actions/forms.ts";
import { commitImage, openImage, releaseImage, removeImage, renewImage, reserveImage } from "./actions/images.ts";
import { cancelImport, importForm } from "./actions/importForm.ts";
import { listLabels } from "./actions/labels.ts";
import { putLanguage, removeLanguage } from "./actions/languages.ts";
import { move } from "./actions/move.ts";
import { sayPresence } from "./actions/presence.ts";
import { publish } from "./actions/publish.ts";
import { createView, listViews, removeView, updateView } from "./actions/savedViews.ts";
import { simulateDraft, simulateVersion } from "./actions/simulate.ts";
import { suspend } from "./actions/suspend.ts";
import { getTemplate, listTemplates } from "./actions/templates.ts";
import { createTheme, getTheme, listThemes, removeTheme, updateTheme } from "./actions/themes.ts";
import { confirmTranslations, getTranslations, putTranslations } from "./actions/translations.ts";
import { remove, update } from "./actions/update.ts";
import { getVersion, listVersions, restoreVersion } from "./actions/versions.ts";
import { Analysis } from "./analysis/analysis.ts";
import { formsSchema } from "./database.ts";
import { openImageRemoval } from "./imageRemoval.ts";
import { Importer } from "./importing/importer.ts";
import { formsJobs } from "./jobs.ts";
import { openPresence, presenceEvent, type Said } from "./presence.ts";
import { openProblems } from "./problems.ts";
import { openReconciliation } from "./reconcile.ts";
import { withAnalysis, withTexts } from "./rooms.ts";
import type { FormsService } from "./service.ts";

/** ms. Finds a change whose copy died before it pushed it. */
const reconcileInterval = 30_000;

/** Forms, themes, images, drafts and versions (spec §Forms, decisions §3). */
export default defineService<"forms", FormsService>({
  name: "forms",
  schema: formsSchema,
  settings: { reconcileInterval },
  actions: {
    list,
    create,
    copy: withTexts(copy),
    importForm,
    cancelImport,
    get,
    update,
    remove,
    locate,
    named,
    forgetAuthor: forget,
    getDraft: withAnalysis(getDraft),
    saveDraft: withTexts(saveDraft),
    sayPresence,
    validateDraft: withAnalysis(validateDraft),
    getTranslations: withAnalysis(getTranslations),
    putTranslations: withAnalysis(putTranslations),
    confirmTranslations: withTexts(confirmTranslations),
    putLanguage: withTexts(putLanguage),
    removeLanguage,
    simulateDraft: withAnalysis(simulateDraft),
    simulateVersion: withAnalysis(simulateVersion),
    diffVersion: withAnalysis(diffVersion),
    exportDraft: withAnalysis(exportDraft),
    exportVersion: withAnalysis(exportVersion),
    publish: withAnalysis(publish),
    listVersions,
    getVersion: withTexts(getVersion),
    restoreVersion: withAnalysis(restoreVersion),
    listLabels,
    listViews,
    createView,
    updateView,
    removeView,
    listTemplates,
    getTemplate,
    listThemes,
    createTheme,
    getTheme,
    updateTheme,
    removeTheme,
    reserveImage,
    renewImage,
    commitImage,
    releaseImage,
    openImage,
    removeImage,
    suspend,
    move,
    eraseAccount,
  },
  events: {
    [presenceEvent]({ params }: Context<Said>) {
      this.presence?.say(params);
    },
  },
  created() {
    this.analysis = new Analysis();
    this.problems = openProblems(this.analysis);
    this.presence = openPresence();
    this.importer = new Importer();
    this.imports = new Map();
  },
  async started() {
    const [files] = await Promise.all([openFileStore(), this.analysis.start(), this.importer.start()]);
    this.files = files;
  },
  loops() {
    this.imageRemoval = openImageRemoval(this);
    this.reconciliation = openReconciliation(this, this.settings.reconcileInterval);
    const { call, database, logger } = this;
    const audit = openAuditOutbox("forms", database.pool, (entries) => call("auth.recordAudit", { entries }), logger);
    return [this.reconciliation, ...formsJobs.open(this, database.pool, logger), this.imageRemoval, audit];
  },
  async stopped() {
    await Promise.all([this.importer?.stop(), this.analysis?.stop()]);
  },
});
