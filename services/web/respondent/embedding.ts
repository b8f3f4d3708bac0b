import type { EmbedMessage } from "../embed/message.ts";
import type { Respondent, RespondentState } from "./walk/state.ts";

type Told = EmbedMessage extends infer M ? (M extends EmbedMessage ? Omit<M, "pathform" | "slug"> : never) : never;

/** Sends events to the page that embeds this one, including those since `opened`. */
export function tellEmbedder(respondent: Respondent, opened: RespondentState, slug: string, window: Window): void {
  const tell = (told: Told) => window.parent.postMessage({ pathform: 1, slug, ...told } satisfies EmbedMessage, "*");
  let before = opened;
  const tellNews = () => {
    const state = respondent.state();
    for (const type of happened(before, state)) tell({ type });
    before = state;
  };
  const page = window.document.documentElement;
  new ResizeObserver(() => {
    // the frame follows the content, so a scrollbar would only flash
    if (page.dataset.embed === "inline") page.style.overflow = "hidden";
    tell({ type: "height", height: Math.ceil(page.getBoundingClientRect().height) });
  }).observe(page);
  window.document.addEventListener("keydown", ({ key, defaultPrevented }) => {
    if (key === "Escape" && !defaultPrevented) tell({ type: "closed" });
  });
  submitWithoutPermission(window);
  const tellLanguage = () => tell({ type: "language", language: page.lang });
  new MutationObserver(tellLanguage).observe(page, { attributeFilter: ["lang"] });
  tellLanguage();
  tell({ type: "ready" });
  respondent.subscribe(tellNews);
  // the respondent may have started while this was loading
  tellNews();
}

function happened(before: RespondentState, { phase, path, position }: RespondentState) {
  const types: ("started" | "step" | "completed")[] = [];
  if (before.phase === "new" && phase !== "new") types.push("started");
  if (before.path[before.position] !== path[position]) types.push("step");
  if (before.phase !== "completed" && phase === "completed") types.push("completed");
  return types;
}

/** Submits after a click, or Enter, that the browser didn't turn into a submit, because the frame has no `allow-forms`. */
function submitWithoutPermission({ document }: Window): void {
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>("[type=submit]");
    const form = button?.form;
    if (!form) return;
    let isSubmitted = false;
    const note = () => {
      isSubmitted = true;
    };
    form.addEventListener("submit", note, { once: true, capture: true });
    // the browser submits as part of the click
    setTimeout(() => {
      form.removeEventListener("submit", note, true);
      if (!isSubmitted) form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
    });
  });
}
