import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import { themeBlock } from "../../../../shared/domain/theme/block.ts";
import { directionOf } from "../direction.ts";
import { loadEngine } from "../engine/loadEngine.ts";
import { respondentOn } from "../walk/respondent.ts";
import type { Respondent } from "../walk/state.ts";
import { localService } from "./localService.ts";
import { previewDevice } from "./previewDevice.ts";

/**
 * What a page of this service sends to the page that it frames (`/f/{slug}?preview`): a form, published or not, which begins
 * anew with each message. It says `{pathform: 1, type: "ready"}` when it listens.
 */
export interface PreviewMessage {
  pathform: 1;
  type: "preview";
  /** as respondents would get it; with scorings the end screen shows its score */
  form: PublicForm;
  /** hidden fields, as a page's address has them: `plan=pro` */
  search?: string;
}

/** Calls `show` with the respondent of each form that the page around this one sends. */
export function listenForForms(window: Window, slug: string, show: (respondent: Respondent) => Promise<void>): void {
  let shown: Respondent | null = null;
  const sheet = new CSSStyleSheet();
  window.document.adoptedStyleSheets.push(sheet);
  window.addEventListener("message", async ({ data, origin, source }: MessageEvent<PreviewMessage>) => {
    const isFromAround = source === window.parent && origin === window.location.origin;
    if (!isFromAround || data?.pathform !== 1 || data.type !== "preview") return;
    const { form, search = "" } = data;
    const graph = form.graph as Graph;
    const engine = await loadEngine(graph);
    shown?.close();
    const device = previewDevice(localService(engine, graph, form.version_number));
    shown = respondentOn(device, { slug, form, search, loadEngine: async () => engine });
    const page = window.document.documentElement;
    page.lang = form.form.language;
    page.dir = directionOf(form.form.language);
    sheet.replaceSync(themeBlock(form.theme));
    await show(shown);
  });
  window.parent.postMessage({ pathform: 1, type: "ready" }, window.location.origin);
}
