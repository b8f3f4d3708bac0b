import type { Page, Paging } from "../../api/paging.ts";
import type { ElsewhereQuery, FormLoss } from "../../api/shapes/elsewhere.ts";
import type {
  CopyFormBody,
  CreateFormBody,
  Draft,
  DraftQuery,
  FormDetail,
  FormListItem,
  FormsQuery,
  Label,
  MovedForm,
  MoveFormBody,
  Published,
  SaveDraftBody,
  SavedDraft,
  UpdateFormBody,
  Validation,
  Version,
  VersionDetail,
} from "../../api/shapes/forms.ts";
import type { Image } from "../../api/shapes/images.ts";
import type { AttachedPart, ImportResult } from "../../api/shapes/imports.ts";
import type { Presence, PresenceBody } from "../../api/shapes/presence.ts";
import type { CreateViewBody, SavedView, UpdateViewBody } from "../../api/shapes/savedViews.ts";
import type { Template, TemplateDetail } from "../../api/shapes/templates.ts";
import type {
  ConfirmTranslationsBody,
  LanguageBody,
  SavedLanguage,
  TranslationsQuery,
  translationFormats,
} from "../../api/shapes/translations.ts";
import type { Diff, DiffQuery } from "../../domain/graph/shapes/diff.ts";
import type { SimulateBody, Simulation } from "../../domain/graph/shapes/simulation.ts";
import type { JsonText } from "../../domain/json.ts";
import type { CreateThemeBody, Theme, UpdateThemeBody } from "../../domain/theme/themes.ts";
import type { Caller, Tagged } from "./call.ts";
import type { FileReservation } from "./sessions.ts";

/** A form as other services see it, after the ownership check. */
export interface FormReference {
  form_id: string;
  slug: string;
  title: string;
  current_version: number | null;
  /** Absent in replies of older versions. */
  language?: string;
}

/** Identity of a form for lists. */
export interface NamedForm {
  form_id: string;
  slug: string;
  title: string;
  is_active: boolean;
}

/** A stored image. The gateway adds its URL. */
export type AboutImage = Omit<Image, "url">;

/** A public image with its storage key. */
export interface StoredImage {
  id: string;
  key: string;
  size: number;
  content_type: string;
}

/** Translations of a draft as a file, or their state as JSON. */
export interface TranslationFile {
  /** of the draft */
  etag: string;
  text: string;
  format: (typeof translationFormats)[number];
}

/** A form as a file of another tool. */
export interface FormFile {
  /** a text, or base64 of an XLSX; null if only its losses are asked for */
  file: string | null;
  /** `{losses}` */
  losses: JsonText<{ losses: FormLoss[] }>;
  losses_count: number;
}

/** `host:port` values of this server. URLs of uploaded images can use http with these. */
interface Hosts {
  hosts?: string[];
}

export interface FormsActions {
  "forms.list": { params: { caller: Caller; query: FormsQuery; paging: Paging }; result: Page<FormListItem> };
  "forms.create": { params: { caller: Caller; body: CreateFormBody }; result: FormDetail };
  "forms.copy": { params: { caller: Caller; slug: string; body: CopyFormBody }; result: FormDetail };
  /** The call's stream is the document and then its attachments, because a bus message carries less. */
  "forms.importForm": {
    params: { caller: Caller; import_id?: string; hosts?: string[]; attachments?: AttachedPart[] };
    result: JsonText<ImportResult>;
  };
  /** Goes to every copy, because the caller doesn't know which one has the import. */
  "forms.cancelImport": { params: { import_id: string }; result: null };
  "forms.get": { params: { caller: Caller; slug: string }; result: FormDetail };
  "forms.update": { params: { caller: Caller; slug: string; body: UpdateFormBody }; result: FormDetail };
  "forms.remove": { params: { caller: Caller; slug: string }; result: null };
  "forms.listLabels": { params: { caller: Caller }; result: Label[] };
  "forms.listViews": { params: { caller: Caller; slug: string }; result: SavedView[] };
  "forms.createView": { params: { caller: Caller; slug: string; body: CreateViewBody }; result: SavedView };
  "forms.updateView": { params: { caller: Caller; slug: string; id: string; body: UpdateViewBody }; result: SavedView };
  "forms.removeView": { params: { caller: Caller; slug: string; id: string }; result: null };
  "forms.listTemplates": { params: { caller: Caller; paging: Paging }; result: Page<Template> };
  "forms.getTemplate": { params: { caller: Caller; id: string }; result: JsonText<TemplateDetail> };
  "forms.getDraft": {
    params: { caller: Caller; slug: string; query?: DraftQuery } & Hosts;
    result: Tagged<JsonText<Draft>>;
  };
  /** `body` null: it is the call's stream, because a bus message carries less. */
  "forms.saveDraft": {
    params: { caller: Caller; slug: string; query?: DraftQuery; body: SaveDraftBody | null; if_match: string | null };
    result: Tagged<JsonText<SavedDraft>>;
  };
  "forms.sayPresence": { params: { caller: Caller; slug: string; body: PresenceBody }; result: Presence };
  "forms.validateDraft": { params: { caller: Caller; slug: string } & Hosts; result: Validation };
  "forms.getTranslations": {
    params: { caller: Caller; slug: string; query: TranslationsQuery };
    result: TranslationFile;
  };
  /** The call's stream is the file, because a bus message carries less. */
  "forms.putTranslations": {
    params: { caller: Caller; slug: string; type: "csv" | "xliff"; if_match: string | null };
    result: Tagged<JsonText<SavedDraft>>;
  };
  /** `body` null: it is the call's stream. */
  "forms.putLanguage": {
    params: { caller: Caller; slug: string; language: string; body: LanguageBody | null; if_match: string | null };
    result: Tagged<SavedLanguage>;
  };
  "forms.removeLanguage": {
    params: { caller: Caller; slug: string; language: string; if_match: string | null };
    result: Tagged<SavedLanguage>;
  };
  "forms.confirmTranslations": {
    params: { caller: Caller; slug: string; body: ConfirmTranslationsBody };
    result: null;
  };
  "forms.simulateDraft": { params: { caller: Caller; slug: string; body: SimulateBody }; result: JsonText<Simulation> };
  "forms.simulateVersion": {
    params: { caller: Caller; slug: string; version_number: number; body: SimulateBody };
    result: JsonText<Simulation>;
  };
  "forms.exportDraft": { params: { caller: Caller; slug: string; query: ElsewhereQuery }; result: FormFile };
  "forms.exportVersion": {
    params: { caller: Caller; slug: string; version_number: number; query: ElsewhereQuery };
    result: FormFile;
  };
  "forms.diffVersion": {
    params: { caller: Caller; slug: string; version_number: number; query: DiffQuery };
    result: JsonText<Diff>;
  };
  /** With a key, continues a publish that started under this key in the last 24 hours instead of creating a second version. */
  "forms.publish": { params: { caller: Caller; slug: string; idempotency_key?: string } & Hosts; result: Published };
  "forms.listVersions": { params: { caller: Caller; slug: string; paging: Paging }; result: Page<Version> };
  "forms.getVersion": {
    params: { caller: Caller; slug: string; version_number: number };
    result: JsonText<VersionDetail>;
  };
  "forms.restoreVersion": {
    params: { caller: Caller; slug: string; version_number: number; if_match: string | null } & Hosts;
    result: Tagged<JsonText<Draft>>;
  };
  /** Returns the caller's form, for other services. 404 if it doesn't exist, 403 if it belongs to another account. */
  "forms.locate": { params: { caller: Caller; slug: string }; result: FormReference };
  /** Returns the caller's forms with these ids, in any order. */
  "forms.named": { params: { caller: Caller; form_ids: string[] }; result: NamedForm[] };
  "forms.move": { params: { caller: Caller; slug: string; body: MoveFormBody }; result: MovedForm };
  /** Hides an account's forms from respondents, or shows them again. Idempotent. A call with an older `revision` changes nothing. */
  "forms.suspend": { params: { account_id: string; is_suspended: boolean; revision?: number }; result: null };
  /** Deletes a part of an account's data. */
  "forms.eraseAccount": { params: { account_id: string }; result: { erased: number } };
  /** Replaces a deleted person's name. Idempotent. */
  "forms.forgetAuthor": { params: { user_id: string }; result: null };
  "forms.listThemes": { params: { caller: Caller; paging: Paging }; result: Page<Theme> };
  "forms.createTheme": { params: { caller: Caller; body: CreateThemeBody } & Hosts; result: Theme };
  "forms.getTheme": { params: { caller: Caller; id: string }; result: Theme };
  "forms.updateTheme": { params: { caller: Caller; id: string; body: UpdateThemeBody } & Hosts; result: Theme };
  "forms.removeTheme": { params: { caller: Caller; id: string }; result: null };
  /** Reserves storage for an image. Its bytes don't cross the bus. 409 if the account's image storage is full. */
  "forms.reserveImage": { params: { caller: Caller; image_id: string }; result: FileReservation };
  /** Renews a reservation during the upload. Otherwise it expires. */
  "forms.renewImage": { params: { id: string }; result: null };
  "forms.commitImage": { params: AboutImage; result: AboutImage };
  "forms.releaseImage": { params: { id: string }; result: null };
  "forms.openImage": { params: { id: string }; result: StoredImage };
  "forms.removeImage": { params: { caller: Caller; id: string }; result: null };
}
