import { loadEngine } from "../../../../services/web/respondent/engine/loadEngine.ts";
import { openRespondent } from "../../../../services/web/respondent/walk/browser.ts";
import { fetchApi } from "../../../../services/web/respondent/walk/fetchApi.ts";
import { settled } from "../../../../services/web/respondent/walk/replies.ts";
import type { Respondent } from "../../../../services/web/respondent/walk/state.ts";
import { sendFile, uploading } from "../../../../services/web/respondent/walk/uploads.ts";

export type {
  EndState,
  GivenAnswer,
  PageQuestion,
  PageState,
  Respondent,
  RespondentState,
  Screen,
  UploadedFile,
  UploadResult,
} from "../../../../services/web/respondent/walk/state.ts";

export interface FormOptions {
  /** origin of the server, such as `https://forms.example.com` */
  server: string;
  /** the end of the form's link */
  slug: string;
  /** BCP 47 tag of one of the form's languages. Default: the form's own. */
  language?: string;
  /** values of hidden fields by their keys */
  hidden?: Readonly<Record<string, string>>;
  /** False keeps nothing on this device, for one that several people use. Default true. */
  isKept?: boolean;
}

/**
 * Opens a form for the respondent of this page. Listeners of `subscribe` are called after each change: draw `state().node`, call
 * `enter` with each value, and `answer` for the next question. Answers are stored before they are sent, and sent again until the server has them, also after a reload. An earlier
 * session on this device makes the screen `resume`. Call `close` when the form leaves the page.
 */
export function openForm({ server, slug, language, hidden = {}, isKept = true }: FormOptions): Respondent {
  const search = new URLSearchParams(hidden);
  if (!isKept) search.set("kiosk", "1");
  return openRespondent({
    server,
    slug,
    form: null,
    language: language ?? null,
    search: `?${search}`,
    loadEngine,
    loadLater: async () => later,
  });
}

const later = { fetchApi, settled, sendFile, uploading };
