import "./screens/respondent.css";
import { hydrate, render, type VNode } from "preact";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import type { Option } from "../../../shared/domain/questions/config/options.ts";
import type { Drawing } from "./drawing.ts";
import { isAsServed, nodesOn, rememberInput } from "./earlyInput.ts";
import { loadEngine } from "./engine/loadEngine.ts";
import type { EarlyWindow } from "./hearEarly.ts";
import { Head, layoutOf, Page } from "./page.tsx";
import type { PageContext } from "./pageContext.ts";
import { type PageData, readPageData } from "./pageData.ts";
import { shownTypes } from "./questions/question.ts";
import { loadQuestion } from "./questions/table.ts";
import { reloadWhenServed, untilLoaded } from "./reloading.ts";
import type { PageChanges } from "./screens/leaving.ts";
import { NoticeScreen } from "./screens/noticeScreen.tsx";
import { earlyRespondent } from "./walk/early.ts";
import type { PersonalLink } from "./walk/link.ts";
import { graphOf } from "./walk/nodes.ts";
import type { Respondent, RespondentState } from "./walk/state.ts";
import { speak } from "./words.ts";

const importLater = () => import("./later.ts");
type Later = Awaited<ReturnType<typeof importLater>>;
type Submits = Promise<() => void> | undefined;

const query = new URLSearchParams(location.search);
const data = readPageData(document);
const root = document.getElementById("page");
if (data && root) {
  if (data.isPreview) void preview(data, root);
  else if (data.isBusy) void reloadWhenServed();
  else void start(data, root);
}

async function preview({ slug }: PageData, element: HTMLElement): Promise<void> {
  const { listenForForms } = await import("./preview/preview.ts");
  let newest: Respondent;
  listenForForms(window, slug, async (respondent, redirect) => {
    newest = respondent;
    await loadShown(respondent);
    await loadPlaces(respondent.state(), true);
    const checking = await checkingOf(respondent.state());
    // the next form may have come, and needed less code
    if (newest !== respondent) return;
    render(null, element);
    const context: PageContext = { isKiosk: false, storedAs: "", redirect, ...checking };
    show(<Page respondent={respondent} context={context} />, element, false);
    loadNext(respondent);
  });
}

async function start(served: PageData, element: HTMLElement): Promise<void> {
  // without it, texts are as they were written
  if (served.form?.graph.markup) await import("./markup/drawing.tsx").catch(() => null);
  const link = await linkOf(served);
  const open = (data: PageData) => openLanguages(data, link);
  const drawing: Drawing = { render, Head, layoutOf, Notice: NoticeScreen, openLanguages: open };
  // first, because the session brings its language
  if (/\bresume=/.test(`${location.hash}${history.state?.resume}`)) {
    const { opened } = await import("./resuming/resuming.ts");
    await opened(served, element, drawing);
  }
  const storedAs = link?.storedAs ?? served.slug;
  if (isDone(storedAs)) {
    const { returned } = await import("./checking/checking.ts");
    await returned(served, storedAs, element, drawing);
  }
  const spoken = await open(served);
  const data = spoken?.data ?? served;
  speak(data.language, data.words);
  const context: PageContext = { isKiosk: query.get("kiosk") === "1", storedAs, redirect, Switcher: spoken?.Switcher };
  const pageOf = () => <Page respondent={respondent} context={context} />;
  const embed = query.get("embed");
  if (embed) document.documentElement.dataset.embed = embed;
  let loading: Promise<Later> | undefined;
  const loadLater = () => (loading ??= untilLoaded(importLater, () => isLossless(respondent)));
  const early = spoken || link ? null : earlyRespondent(data.slug, data.form, location.search, () => localStorage);
  // asked for now, and drawn without it
  const walk = untilLoaded(
    () => import("./walk/browser.ts"),
    () => early === null || early.state().phase === "new",
  );
  const openSession = async () => {
    const { openRespondent } = await walk;
    const language = spoken ? data.language : null;
    return openRespondent({ ...data, link, language, search: location.search, loadEngine, loadLater });
  };
  const session = early ? null : await openSession();
  const respondent: Respondent = early ?? (session as Respondent);
  await untilKnown(respondent);
  await loadShown(respondent);
  const later = (window as EarlyWindow).early?.length ? await importLater().catch(() => null) : null;
  const opened = respondent.state();
  const isServed = isAsServed(opened);
  const submits = show(pageOf(), element, data === served && isServed, isServed ? later : null);
  // a translator may change the page before later.ts is there
  const changes: PageChanges = { early: [], hear: (list) => changes.early.push(...list) };
  new MutationObserver((list) => changes.hear(list)).observe(element, { childList: true, subtree: true });
  if (session) spoken?.languages.follow(session, () => render(pageOf(), element));
  loadNext(respondent);
  early?.become(await openSession());
  const { goOn } = await loadLater();
  goOn(respondent, opened, data, element, changes, submits);
  if (opened.form?.resume) context.Foot = (await import("./resuming/resuming.ts").catch(() => null))?.FinishLater;
  await loadPlaces(opened);
  Object.assign(context, await checkingOf(opened));
  // with what it has set up
  render(pageOf(), element);
}

/** Loads the places of a form that has limited options. Never rejects. `isDraft`: of a preview. */
async function loadPlaces({ form }: Pick<RespondentState, "form">, isDraft?: boolean): Promise<void> {
  const graph = form?.graph as Graph | undefined;
  const isLimited = graph?.nodes.some(({ data }) =>
    (data.config?.options as Option[] | undefined)?.some((one) => one.limit),
  );
  if (isLimited) (await import("./places/limited.tsx").catch(() => null))?.openPlaces(isDraft ? graph : undefined);
}

/** Chooses among the languages of a form that offers several. Null if it has one, or if the network fails. */
async function openLanguages(data: PageData, link: PersonalLink | null) {
  const { languages } = data;
  if (!languages) return null;
  const opening = await import("./languages/opening.ts").catch(() => null);
  return opening?.openLanguages(data, languages, link);
}

/** Returns the personal link of the address. Null if there is none and the form needs none. The gateway's HTML stays until then. */
async function linkOf(data: PageData): Promise<PersonalLink | null> {
  const given = query.get("link") ?? "";
  // 43 characters, or fewer if a mail program cut them. A form can have a hidden field of this name
  const token = /^[\w-]{20,}$/.test(given) ? given : null;
  if (!token && !data.form?.access) return null;
  const { openLink } = await import("./link/openLink.ts");
  return openLink(token, data, window);
}

/** Returns whether this device has a completed session whose answers may still change, and none under way. */
function isDone(storedAs: string): boolean {
  try {
    const has = (name: string) => localStorage.getItem(`pathform.${storedAs}${name}`) !== null;
    return has(".edit") && !has("") && query.get("kiosk") !== "1";
  } catch {
    return false;
  }
}

/** Loads what respondents do with all their answers, for forms that offer it. */
async function checkingOf({ form }: RespondentState): Promise<Pick<PageContext, "Review" | "AfterEnd"> | null> {
  const { edit_window_minutes: minutes, review } = form?.form ?? {};
  const isShown = form && graphOf(form).nodes.some(({ data }) => data.config?.show_answers);
  return minutes || review || isShown
    ? untilLoaded(
        () => import("./checking/checking.ts"),
        () => false,
      )
    : null;
}

/** Waits until a fetched form is loaded or has failed. The gateway's HTML stays until then. */
function untilKnown(respondent: Respondent): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const { screen, isOffline, retryAt } = respondent.state();
      if (screen === "loading" && !isOffline && retryAt === null) return;
      stop();
      resolve();
    };
    const stop = respondent.subscribe(look);
    look();
  });
}

/** Hydrates the gateway's HTML if it matches the page, and replaces it otherwise. `later` repeats taps from before, and the result continues. */
function show(page: VNode, element: HTMLElement, isServed: boolean, later?: Later | null): Submits {
  const repeat = rememberInput(element);
  const repeatTaps = later?.rememberEarly(element);
  // from now on, the page hears them itself
  (window as EarlyWindow).early = undefined;
  if (isServed) hydrate(page, element);
  else {
    element.replaceChildren();
    render(page, element);
  }
  repeat();
  return repeatTaps?.();
}

/** True if a reload would lose nothing that was typed. */
function isLossless(respondent: Respondent): boolean {
  const { phase, isKept, retryAt } = respondent.state();
  return retryAt === null && (phase === "new" || (phase === "started" && isKept));
}

/** Redirects the top window, so that an embedded form doesn't show the target in its frame. */
function redirect(url: string): void {
  try {
    (window.top ?? window).location.href = url;
  } catch {
    // the frame isn't allowed to navigate the top window
    location.href = url;
  }
}

async function loadShown(respondent: Respondent): Promise<void> {
  const types = nodesOn(respondent.state()).flatMap(shownTypes);
  await Promise.all(types.map(loadQuestion)).catch(() => null);
}

/** Loads the form's other question types, so that no question waits for its code. */
function loadNext(respondent: Respondent): void {
  const { nodes, pages } = respondent.state().form?.graph ?? { nodes: [] };
  const types = new Set(nodes.flatMap(shownTypes));
  if (pages) types.add("page");
  const load = () =>
    types.forEach(
      (type) =>
        void untilLoaded(
          () => loadQuestion(type),
          () => isLossless(respondent),
        ),
    );
  "requestIdleCallback" in window ? requestIdleCallback(load, { timeout: 2_000 }) : setTimeout(load, 300);
}
