import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import type { Walk } from "../../../../shared/domain/graph/traverse.ts";
import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import { directionOf } from "../../../../shared/languages/direction.ts";
import { loadWords } from "../../../../shared/languages/pages.ts";
import { loadEngine } from "../engine/loadEngine.ts";
import * as later from "../later.ts";
import { lackedBy } from "../screens/letters.ts";
import { respondentOn } from "../walk/respondent.ts";
import type { PageState, Respondent, RespondentState } from "../walk/state.ts";
import { speak } from "../words.ts";
import { localService } from "./localService.ts";
import { previewDevice } from "./previewDevice.ts";

/**
 * A message from the page that embeds `/f/{slug}?preview`. Each one restarts the preview with a form, published or not. The
 * preview sends `{pathform: 1, type: "ready"}` when it listens.
 */
export interface PreviewMessage {
  pathform: 1;
  type: "preview";
  /** as respondents get it; with scorings, the end screen shows its score */
  form: PublicForm;
  /** CSS of its theme, from `themeBlock`; without it, the default look */
  style?: string;
  /** hidden fields as a query string: `plan=pro` */
  search?: string;
  /** answers to enter before the preview shows, as far as they are valid; null for screens and skipped questions */
  answers?: GivenAnswer[];
  /** sentence that shows instead of a redirect, with `{url}` for its target */
  redirectsTo?: string;
  /** color scheme of the theme; without it, the device's */
  scheme?: "light" | "dark";
}

export interface GivenAnswer {
  node_id: string;
  answer: Json;
}

/** A message to the embedding page after each step. */
export interface WalkedMessage {
  pathform: 1;
  type: "walked";
  answers: GivenAnswer[];
  hidden: Readonly<Record<string, string>>;
  current_node_id: string;
}

/** Calls `show` with a respondent for each form that the embedding page sends, and with what redirects instead of the browser. */
export function listenForForms(
  window: Window,
  slug: string,
  show: (respondent: Respondent, redirect: (url: string) => void) => Promise<void>,
): void {
  let shown: Respondent | null = null;
  let formCount = 0;
  const sheet = new CSSStyleSheet();
  const say = noteIn(window.document);
  window.document.adoptedStyleSheets.push(sheet);
  const tell = (message: object) => window.parent.postMessage({ pathform: 1, ...message }, window.location.origin);
  window.addEventListener("message", async ({ data, origin, source }: MessageEvent<PreviewMessage>) => {
    const isFromAround = source === window.parent && origin === window.location.origin;
    if (!isFromAround || data?.pathform !== 1 || data.type !== "preview") return;
    const { form, style = "", search = "", answers = [], redirectsTo = "{url}", scheme } = data;
    formCount += 1;
    const formIndex = formCount;
    const graph = form.graph as Graph;
    // without a network the page stays as it is until the next form
    const { language } = form.form;
    const loaded = await Promise.all([loadEngine(graph), loadWords(language)]).catch(() => null);
    if (!loaded) return;
    const [engine, spoken] = loaded;
    const onWalk = ({ visits, hidden, current_node_id }: Walk) => {
      const given = visits.map(({ node_id, answer }) => ({ node_id, answer }));
      if (formIndex === formCount) tell({ type: "walked", answers: given, hidden, current_node_id });
    };
    const device = previewDevice(localService(engine, graph, form.version_number, onWalk));
    const loadLater = async () => later;
    const respondent = respondentOn(device, { slug, form, search, loadEngine: async () => engine, loadLater });
    // runs before the page shows, so that no step takes the focus
    await replay(respondent, answers);
    if (formIndex !== formCount) return respondent.close();
    shown?.close();
    shown = respondent;
    const page = window.document.documentElement;
    page.lang = language;
    page.dir = directionOf(language);
    speak(language, spoken);
    // a scaled page would round the width of each letter
    sheet.replaceSync(`:root{text-rendering:geometricPrecision}${style}`);
    say("");
    if (scheme) showScheme(sheet, scheme);
    later.keepTextsWhole(lackedBy(form.theme.font));
    await show(respondent, (url) => say(redirectsTo.replace("{url}", () => url)));
  });
  tell({ type: "ready" });
}

/** Answers like a respondent, until the next question differs or an answer is refused. */
async function replay(respondent: Respondent, answers: readonly GivenAnswer[]): Promise<void> {
  for (const [index, { node_id, answer }] of answers.entries()) {
    const { screen, path, position, page } = respondent.state();
    if (screen !== "node" || !(page ? isOn(page, node_id) : path[position] === node_id)) return;
    if (answer !== null) respondent.enter(node_id, answer);
    // a page is sent with its last answer
    const following = answers[index + 1];
    const after = respondent.state().page;
    if (after && following && isOn(after, following.node_id)) continue;
    respondent.answer(node_id);
    await until(respondent, (now) => now.position !== position || (isRefused(now) && !now.isWaiting));
    if (respondent.state().position === position) return;
  }
}

const isOn = ({ questions }: PageState, nodeId: string): boolean => questions.some(({ node }) => node.id === nodeId);

const isRefused = ({ error, page }: RespondentState): boolean => error !== null || page?.refusedAt != null;

function until(respondent: Respondent, isSo: (state: RespondentState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo(respondent.state())) return;
      stop();
      resolve();
    };
    const stop = respondent.subscribe(look);
    look();
  });
}

/** Forces the scheme by its media query (shared/domain/theme/block.ts). */
function showScheme({ cssRules }: CSSStyleSheet, scheme: "light" | "dark"): void {
  for (const rule of cssRules) {
    if (rule instanceof CSSMediaRule) rule.media.mediaText = scheme === "dark" ? "all" : "not all";
  }
}

/** Returns a function that shows a text below the page, or none if it is empty. */
function noteIn(document: Document): (text: string) => void {
  const note = document.createElement("p");
  Object.assign(note.style, {
    position: "fixed",
    inset: "auto 1rem 1rem",
    padding: "0.75rem 1rem",
    borderRadius: "var(--radius-medium)",
    background: "var(--text)",
    color: "var(--background)",
    fontSize: "var(--text-small)",
    overflowWrap: "anywhere",
  });
  note.lang = "en";
  note.dir = "auto";
  note.setAttribute("role", "status");
  document.body.append(note);
  return (text) => {
    note.textContent = text;
    note.hidden = text === "";
  };
}
