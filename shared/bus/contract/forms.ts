import type { JsonText } from "../../domain/json.ts";
import type { Page, Paging } from "../../domain/paging.ts";
import type { Diff, DiffQuery } from "../../domain/shapes/diff.ts";
import type {
  CreateFormBody,
  Draft,
  FormDetail,
  FormListItem,
  FormsQuery,
  Published,
  SaveDraftBody,
  SavedDraft,
  UpdateFormBody,
  Validation,
  Version,
  VersionDetail,
} from "../../domain/shapes/forms.ts";
import type { Image } from "../../domain/shapes/images.ts";
import type { SimulateBody, Simulation } from "../../domain/shapes/simulation.ts";
import type { CreateThemeBody, Theme, UpdateThemeBody } from "../../domain/shapes/themes.ts";
import type { Caller, Tagged } from "./call.ts";
import type { FileReservation } from "./sessions.ts";

/** A form as the services beside forms know it, once its owner is checked. */
export interface FormReference {
  form_id: string;
  slug: string;
  title: string;
  current_version: number | null;
}

/** What people know a form by. */
export interface NamedForm {
  form_id: string;
  slug: string;
  title: string;
  is_active: boolean;
}

/** An image whose bytes are stored; where it is reached, the gateway knows. */
export type AboutImage = Omit<Image, "url">;

/** An image for everybody, and where in the store its bytes are. */
export interface StoredImage {
  id: string;
  key: string;
  size: number;
  content_type: string;
}

/** `host:port` under which this server is reached: the addresses of uploaded images may have them with http. */
interface Hosts {
  hosts?: string[];
}

export interface FormsActions {
  "forms.list": { params: { caller: Caller; query: FormsQuery; paging: Paging }; result: Page<FormListItem> };
  "forms.create": { params: { caller: Caller; body: CreateFormBody }; result: FormDetail };
  "forms.get": { params: { caller: Caller; slug: string }; result: FormDetail };
  "forms.update": { params: { caller: Caller; slug: string; body: UpdateFormBody }; result: FormDetail };
  "forms.remove": { params: { caller: Caller; slug: string }; result: null };
  "forms.getDraft": { params: { caller: Caller; slug: string } & Hosts; result: Tagged<JsonText<Draft>> };
  "forms.saveDraft": {
    params: { caller: Caller; slug: string; body: SaveDraftBody; if_match: string | null };
    result: Tagged<JsonText<SavedDraft>>;
  };
  "forms.validateDraft": { params: { caller: Caller; slug: string } & Hosts; result: Validation };
  "forms.simulateDraft": { params: { caller: Caller; slug: string; body: SimulateBody }; result: JsonText<Simulation> };
  "forms.simulateVersion": {
    params: { caller: Caller; slug: string; version_number: number; body: SimulateBody };
    result: JsonText<Simulation>;
  };
  "forms.diffVersion": {
    params: { caller: Caller; slug: string; version_number: number; query: DiffQuery };
    result: JsonText<Diff>;
  };
  /** With a key, a publish that was begun under it in the last 24 h is gone on with: it makes no second version. */
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
  /** For analytics and integrations: is there such a form, and does it belong to the caller? */
  "forms.locate": { params: { caller: Caller; slug: string }; result: FormReference };
  /** Of the caller's forms those with these ids, in no order. */
  "forms.named": { params: { caller: Caller; form_ids: string[] }; result: NamedForm[] };
  "forms.listThemes": { params: { caller: Caller; paging: Paging }; result: Page<Theme> };
  "forms.createTheme": { params: { caller: Caller; body: CreateThemeBody } & Hosts; result: Theme };
  "forms.getTheme": { params: { caller: Caller; id: string }; result: Theme };
  "forms.updateTheme": { params: { caller: Caller; id: string; body: UpdateThemeBody } & Hosts; result: Theme };
  "forms.removeTheme": { params: { caller: Caller; id: string }; result: null };
  /** Room for one more image; its bytes do not cross the bus. 409 where the account's images fill its quota. */
  "forms.reserveImage": { params: { caller: Caller; image_id: string }; result: FileReservation };
  /** While its bytes are on their way; a reservation that nobody renews lapses. */
  "forms.renewImage": { params: { id: string }; result: null };
  "forms.commitImage": { params: AboutImage; result: AboutImage };
  "forms.releaseImage": { params: { id: string }; result: null };
  "forms.openImage": { params: { id: string }; result: StoredImage };
  "forms.removeImage": { params: { caller: Caller; id: string }; result: null };
}
