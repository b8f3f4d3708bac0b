import {
  draftEndpoints,
  formEndpoints,
  imageEndpoints,
  importEndpoints,
  labelEndpoints,
  templateEndpoints,
  themeEndpoints,
  viewEndpoints,
} from "../../../shared/api/endpoints/forms.ts";
import { sendImage } from "../files/download.ts";
import { takeImage } from "../files/upload.ts";
import { hosts, newImage, newImport, publication, sendForm, sendTranslations, sentType } from "./extras.ts";
import { handle } from "./route.ts";

export const formRoutes = [
  ...handle(formEndpoints, {
    "/api/v2/form/": { GET: "forms.list", POST: "forms.create" },
    "/api/v2/form/{slug}/": { GET: "forms.get", PATCH: "forms.update", DELETE: "forms.remove" },
    "/api/v2/form/{slug}/copy/": { POST: "forms.copy" },
    "/api/v2/form/{slug}/move/": { POST: "forms.move" },
  }),
  ...handle(labelEndpoints, { "/api/v2/label/": { GET: "forms.listLabels" } }),
  ...handle(viewEndpoints, {
    "/api/v2/form/{slug}/view/": { GET: "forms.listViews", POST: "forms.createView" },
    "/api/v2/form/{slug}/view/{id}/": { PATCH: "forms.updateView", DELETE: "forms.removeView" },
  }),
  ...handle(templateEndpoints, {
    "/api/v2/template/": { GET: "forms.listTemplates" },
    "/api/v2/template/{id}/": { GET: "forms.getTemplate" },
  }),
  ...handle(importEndpoints, { "/api/v2/import/": { POST: { action: "forms.importForm", extra: newImport } } }),
  ...handle(draftEndpoints, {
    "/api/v2/form/{slug}/draft/": {
      GET: { action: "forms.getDraft", extra: hosts },
      PUT: { action: "forms.saveDraft", holdsGraph: true },
    },
    "/api/v2/form/{slug}/draft/translations/": {
      GET: { action: "forms.getTranslations", reply: sendTranslations },
      PUT: { action: "forms.putTranslations", extra: sentType },
    },
    "/api/v2/form/{slug}/draft/translations/confirm/": { POST: "forms.confirmTranslations" },
    "/api/v2/form/{slug}/draft/translations/{language}/": {
      PUT: { action: "forms.putLanguage", holdsGraph: true },
      DELETE: "forms.removeLanguage",
    },
    "/api/v2/form/{slug}/draft/presence/": { PUT: "forms.sayPresence" },
    "/api/v2/form/{slug}/draft/validate/": { POST: { action: "forms.validateDraft", extra: hosts } },
    "/api/v2/form/{slug}/draft/simulate/": { POST: { action: "forms.simulateDraft", holdsAnswers: true } },
    "/api/v2/form/{slug}/versions/{version_number}/simulate/": {
      POST: { action: "forms.simulateVersion", holdsAnswers: true },
    },
    "/api/v2/form/{slug}/draft/as/": { GET: { action: "forms.exportDraft", reply: sendForm } },
    "/api/v2/form/{slug}/publish/": { POST: { action: "forms.publish", extra: publication } },
    "/api/v2/form/{slug}/versions/": { GET: "forms.listVersions" },
    "/api/v2/form/{slug}/versions/{version_number}/": { GET: "forms.getVersion" },
    "/api/v2/form/{slug}/versions/{version_number}/as/": { GET: { action: "forms.exportVersion", reply: sendForm } },
    "/api/v2/form/{slug}/versions/{version_number}/diff/": { GET: "forms.diffVersion" },
    "/api/v2/form/{slug}/versions/{version_number}/restore/": {
      POST: { action: "forms.restoreVersion", extra: hosts },
    },
  }),
  ...handle(themeEndpoints, {
    "/api/v2/theme/": { GET: "forms.listThemes", POST: { action: "forms.createTheme", extra: hosts } },
    "/api/v2/theme/{id}/": {
      GET: "forms.getTheme",
      PATCH: { action: "forms.updateTheme", extra: hosts },
      DELETE: "forms.removeTheme",
    },
  }),
];

/** Comes after the respondents' paths, because a form may have the slug "image". */
export const imageRoutes = handle(imageEndpoints, {
  "/api/v2/image/": { POST: { action: "forms.reserveImage", extra: newImage, reply: takeImage } },
  "/api/v2/image/{id}/": { DELETE: "forms.removeImage" },
  "/api/v2/r/image/{id}/": { GET: { action: "forms.openImage", reply: sendImage } },
});
