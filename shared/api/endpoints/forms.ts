import * as diff from "../../domain/graph/shapes/diff.ts";
import * as simulation from "../../domain/graph/shapes/simulation.ts";
import * as themes from "../../domain/theme/themes.ts";
import { byFormFields, byName, byTemplateFields, byVersion } from "../lists.ts";
import * as elsewhere from "../shapes/elsewhere.ts";
import * as forms from "../shapes/forms.ts";
import * as images from "../shapes/images.ts";
import * as imports from "../shapes/imports.ts";
import * as presence from "../shapes/presence.ts";
import * as savedViews from "../shapes/savedViews.ts";
import * as templates from "../shapes/templates.ts";
import * as translations from "../shapes/translations.ts";
import { group, storesNothing } from "./endpoint.ts";

/** Forms, their drafts and versions, and themes (spec §Forms, decisions §3). */
const slugTaken = { 409: "The slug is taken." } as const;
const draftChanged = { 409: "The draft has changed since you fetched it (`If-Match`)." } as const;
const draftInvalid = { 400: "The draft has errors. `problems` lists them." } as const;
const defaultThemeName = { 409: "The default theme can't be renamed, and its name is reserved." } as const;
const imageRefused = {
  409: "The account's image storage is full.",
  413: "The file is larger than 5 MiB.",
  415: "The file isn't a PNG, JPEG, WebP, GIF or AVIF image.",
} as const;
const importRefused = {
  400: "The document is in none of the formats, or exceeds a limit.",
  413: "The document is larger than 5 MiB.",
  415: "The body is neither `multipart/form-data` nor `application/json`.",
} as const;
const translationFiles = ["text/csv", "application/xliff+xml"] as const;
const translationsRefused = {
  400: "The file is malformed, names a language that doesn't exist, or makes the form too large.",
  409: "The draft has changed since you fetched it (`If-Match`).",
  413: "The file is larger than 5 MiB.",
  415: "The body is neither `text/csv` nor `application/xliff+xml`.",
} as const;
/** Those of JSON are its response. */
const formFiles = [elsewhere.elsewhereFiles.xlsform.type, elsewhere.elsewhereFiles.fhir.type];
const noText = { none: "It changes no text." } as const;
const unusedYet = { none: "A draft, a theme or a form shows it only after another request." } as const;
const onlyShows = { none: "It changes how responses are listed, and none of them." } as const;
const viewsFull = { 409: "The form has 50 views." } as const;
const imageNamed = { 409: "A draft, a version or a theme uses the image." } as const;
const defaultThemeStays = { 409: "The default theme can't be deleted." } as const;

// generated clients use the first type; the response has the image's type
const imageFiles = [
  "application/octet-stream",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "image/avif",
] as const;

// biome-ignore format: a table, one row a line
export const formEndpoints = group({ tag: "Forms", auth: "caller" }, {
  "/api/v2/form/": {
    GET: { id: "listForms", title: "List forms", of: "workspace", load: "read", needs: ["forms:read"], ofSomeForm: true, query: forms.FormsQuery, list: byFormFields, response: forms.FormListItem },
    POST: { id: "createForm", title: "Create a form", of: "workspace", load: "write", needs: ["forms:write"], audit: ["form.created"], body: forms.CreateFormBody, status: 201, response: forms.FormDetail, errors: slugTaken },
  },
  "/api/v2/form/{slug}/": {
    GET: { id: "getForm", title: "Get a form", of: "form", load: "read", needs: ["forms:read"], response: forms.FormDetail },
    PATCH: { id: "updateForm", title: "Update a form", of: "form", load: "write", needs: ["forms:write"], audit: ["form.changed", "form.archived", "form.restored"], body: forms.UpdateFormBody, response: forms.FormDetail, errors: slugTaken },
    DELETE: { id: "archiveForm", title: "Archive a form", of: "form", load: "write", needs: ["forms:write"], audit: ["form.archived"] },
  },
  "/api/v2/form/{slug}/copy/": {
    POST: { id: "copyForm", title: "Copy a form", of: "form", load: "write", needs: ["forms:read", "forms:write"], audit: ["form.copied"], body: forms.CopyFormBody, status: 201, response: forms.FormDetail },
  },
  "/api/v2/form/{slug}/move/": {
    POST: { id: "moveForm", title: "Move a form to another workspace", of: "form", load: "write", auth: "user", needs: ["workspace:write"], audit: ["form.moved"], idempotencyKey: false, body: forms.MoveFormBody, response: forms.MovedForm },
  },
});

// biome-ignore format: a table, one row a line
export const labelEndpoints = group({ tag: "Forms", auth: "caller" }, {
  "/api/v2/label/": {
    GET: { id: "listLabels", title: "List labels", of: "workspace", load: "read", needs: ["forms:read"], ofSomeForm: true, response: forms.LabelList },
  },
});

// biome-ignore format: a table, one row a line
export const viewEndpoints = group({ tag: "Responses", auth: "caller" }, {
  "/api/v2/form/{slug}/view/": {
    GET: { id: "listViews", title: "List saved views of responses", of: "form", load: "read", needs: ["responses:read"], response: savedViews.SavedViewList },
    POST: { id: "createView", title: "Save a view of responses", of: "form", load: "write", needs: ["responses:write"], audit: onlyShows, body: savedViews.CreateViewBody, status: 201, response: savedViews.SavedView, errors: viewsFull },
  },
  "/api/v2/form/{slug}/view/{id}/": {
    PATCH: { id: "updateView", title: "Change a saved view", of: "form", load: "write", needs: ["responses:write"], audit: onlyShows, body: savedViews.UpdateViewBody, response: savedViews.SavedView },
    DELETE: { id: "deleteView", title: "Delete a saved view", of: "form", load: "write", needs: ["responses:write"], audit: onlyShows },
  },
});

// biome-ignore format: a table, one row a line
export const templateEndpoints = group({ tag: "Templates", auth: "caller" }, {
  "/api/v2/template/": {
    GET: { id: "listTemplates", title: "List templates", of: "workspace", load: "read", needs: ["any role"], list: byTemplateFields, response: templates.Template },
  },
  "/api/v2/template/{id}/": {
    GET: { id: "getTemplate", title: "Get a template with its graph", of: "resource", load: "read", needs: ["any role"], hasNamedId: true, response: templates.TemplateDetail },
  },
});

// biome-ignore format: a table, one row a line
export const importEndpoints = group({ tag: "Forms", auth: "caller" }, {
  "/api/v2/import/": {
    POST: { id: "importForm", title: "Convert a form of another tool", of: "workspace", load: "write", needs: ["any role"], audit: storesNothing, document: true, idempotent: true, response: imports.ImportResult, errors: importRefused },
  },
});

// biome-ignore format: a table, one row a line
export const draftEndpoints = group({ tag: "Drafts and versions", auth: "caller" }, {
  "/api/v2/form/{slug}/draft/": {
    GET: { id: "getDraft", title: "Get the draft", of: "form", load: "read", needs: ["forms:read"], query: forms.DraftQuery, etag: true, response: forms.Draft },
    PUT: { id: "saveDraft", title: "Replace the draft", of: "form", load: "write", needs: ["forms:write"], audit: ["form.draft_saved"], query: forms.DraftQuery, etag: true, ifMatch: true, body: forms.SaveDraftBody, response: forms.SavedDraft, errors: draftChanged },
  },
  "/api/v2/form/{slug}/draft/translations/": {
    GET: { id: "getTranslations", title: "Get the draft's translations", of: "form", load: "read", needs: ["forms:read"], query: translations.TranslationsQuery, etag: true, response: translations.TranslationState, download: translationFiles },
    PUT: { id: "putTranslations", title: "Add translations from a file", of: "form", load: "write", needs: ["forms:write"], audit: ["form.draft_saved"], etag: true, ifMatch: true, document: true, takes: translationFiles, response: forms.SavedDraft, errors: translationsRefused },
  },
  "/api/v2/form/{slug}/draft/translations/confirm/": {
    POST: { id: "confirmTranslations", title: "Confirm translations", of: "form", load: "write", needs: ["forms:write"], audit: noText, body: translations.ConfirmTranslationsBody },
  },
  "/api/v2/form/{slug}/draft/translations/{language}/": {
    PUT: { id: "putLanguage", title: "Save the texts of a language", of: "form", load: "write", needs: ["forms:write"], audit: ["form.draft_saved"], etag: true, ifMatch: true, body: translations.LanguageBody, response: translations.SavedLanguage, errors: draftChanged },
    DELETE: { id: "removeLanguage", title: "Remove a language", of: "form", load: "write", needs: ["forms:write"], audit: ["form.draft_saved"], etag: true, ifMatch: true, response: translations.SavedLanguage, errors: draftChanged },
  },
  "/api/v2/form/{slug}/draft/presence/": {
    PUT: { id: "sayPresence", title: "Say what you edit, and see who else does", of: "form", load: "read", needs: ["forms:read"], audit: storesNothing, body: presence.PresenceBody, response: presence.Presence },
  },
  "/api/v2/form/{slug}/draft/validate/": {
    POST: { id: "validateDraft", title: "Validate the draft", of: "form", load: "write", needs: ["forms:read"], audit: storesNothing, response: forms.Validation },
  },
  "/api/v2/form/{slug}/draft/simulate/": {
    POST: { id: "simulateDraft", title: "Simulate the draft", of: "form", load: "write", needs: ["forms:read"], audit: storesNothing, body: simulation.SimulateBody, response: simulation.Simulation },
  },
  "/api/v2/form/{slug}/versions/{version_number}/simulate/": {
    POST: { id: "simulateVersion", title: "Simulate a version", of: "form", load: "write", needs: ["forms:read"], audit: storesNothing, body: simulation.SimulateBody, response: simulation.Simulation },
  },
  "/api/v2/form/{slug}/draft/as/": {
    GET: { id: "exportDraft", title: "Take the draft to another tool", of: "form", load: "read", needs: ["forms:read"], query: elsewhere.ElsewhereQuery, response: elsewhere.FormElsewhere, download: formFiles },
  },
  "/api/v2/form/{slug}/publish/": {
    POST: { id: "publishForm", title: "Publish the draft as a new version", of: "form", load: "write", needs: ["forms:write"], audit: ["form.published"], status: 201, response: forms.Published, errors: draftInvalid },
  },
  "/api/v2/form/{slug}/versions/": {
    GET: { id: "listVersions", title: "List versions", of: "form", load: "read", needs: ["forms:read"], list: byVersion, response: forms.Version },
  },
  "/api/v2/form/{slug}/versions/{version_number}/": {
    GET: { id: "getVersion", title: "Get a version with its graph", of: "form", load: "read", needs: ["forms:read"], response: forms.VersionDetail },
  },
  "/api/v2/form/{slug}/versions/{version_number}/as/": {
    GET: { id: "exportVersion", title: "Take a version to another tool", of: "form", load: "read", needs: ["forms:read"], query: elsewhere.ElsewhereQuery, response: elsewhere.FormElsewhere, download: formFiles },
  },
  "/api/v2/form/{slug}/versions/{version_number}/diff/": {
    GET: { id: "compareVersions", title: "Compare versions", of: "form", load: "read", needs: ["forms:read"], query: diff.DiffQuery, response: diff.Diff },
  },
  "/api/v2/form/{slug}/versions/{version_number}/restore/": {
    POST: { id: "restoreVersion", title: "Restore a version", of: "form", load: "write", needs: ["forms:write"], audit: ["form.version_restored"], etag: true, ifMatch: true, response: forms.Draft, errors: draftChanged },
  },
});

// biome-ignore format: a table, one row a line
export const themeEndpoints = group({ tag: "Themes", auth: "caller" }, {
  "/api/v2/theme/": {
    GET: { id: "listThemes", title: "List themes", of: "workspace", load: "read", needs: ["forms:read"], ofSomeForm: true, list: byName, response: themes.Theme },
    POST: { id: "createTheme", title: "Create a theme", of: "workspace", load: "write", needs: ["forms:write"], audit: ["theme.created"], body: themes.CreateThemeBody, status: 201, response: themes.Theme, errors: defaultThemeName },
  },
  "/api/v2/theme/{id}/": {
    GET: { id: "getTheme", title: "Get a theme", of: "resource", load: "read", needs: ["forms:read"], ofSomeForm: true, response: themes.Theme },
    PATCH: { id: "updateTheme", title: "Update a theme", of: "resource", load: "write", needs: ["forms:write"], audit: ["theme.changed"], body: themes.UpdateThemeBody, response: themes.Theme, errors: defaultThemeName },
    DELETE: { id: "deleteTheme", title: "Delete a theme", of: "resource", load: "write", needs: ["forms:write"], audit: ["theme.deleted"], errors: defaultThemeStays },
  },
});

// biome-ignore format: a table, one row a line
export const imageEndpoints = group({ tag: "Images", auth: "caller" }, {
  "/api/v2/image/": {
    POST: { id: "uploadImage", title: "Upload an image", of: "workspace", load: "transfer", needs: ["forms:write"], audit: unusedYet, ofSomeForm: true, upload: true, idempotent: true, status: 201, response: images.Image, errors: imageRefused },
  },
  "/api/v2/image/{id}/": {
    DELETE: { id: "deleteImage", title: "Delete an image", of: "resource", load: "write", needs: ["forms:write"], audit: ["image.deleted"], ofSomeForm: true, errors: imageNamed },
  },
  "/api/v2/r/image/{id}/": {
    GET: { id: "getImage", title: "Get an image", of: "none", load: "read", auth: "public", etag: true, download: imageFiles },
  },
});
