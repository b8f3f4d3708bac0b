import { renderToString } from "preact-render-to-string";
import type { AssetManifest, OpenRenderer, PageInput, RenderedPage } from "../../../shared/api/respondentPage.ts";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import { plainGraph } from "../../../shared/domain/graph/markup/texts.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";
import { themeBlock } from "../../../shared/domain/theme/block.ts";
import { hostedFont } from "../../../shared/domain/theme/fonts.ts";
import { presets } from "../../../shared/domain/theme/presets.ts";
import { type Language, languages, wordsFor } from "../../../shared/languages/languages.ts";
import { pages } from "../../../shared/languages/pages.ts";
import { results as resultTexts } from "../../../shared/languages/results.ts";
import type { PageWords } from "../../../shared/languages/words.ts";
import { pageAssets } from "./assets.ts";
import { type PageAssets, PageDocument } from "./document.tsx";
import { nodesOn } from "./earlyInput.ts";
import { fillCalculations } from "./engine/calculations.ts";
import { fillRecords } from "./engine/records.ts";
import { makeWalker } from "./engine/walking.ts";
import { hearEarly } from "./hearEarly.ts";
import { languageButton } from "./languages/switcher.tsx";
import "./markup/drawing.tsx";
import { LinkCard } from "./linkCard.tsx";
import { Page } from "./page.tsx";
import { inlineLimit, type PageData } from "./pageData.ts";
import { pagingOn } from "./pages/paging.ts";
import { type ShownType, shownTypes } from "./questions/question.ts";
import { loadQuestion } from "./questions/table.ts";
import resultsStyle from "./results/results.css?inline";
import { ResultsPage } from "./results/resultsPage.tsx";
import { continueByEnter } from "./screens/enterKey.ts";
import { lackedBy } from "./screens/letters.ts";
import { NoticeScreen } from "./screens/noticeScreen.tsx";
import { keepTextsWhole } from "./screens/wholeTexts.ts";
import { graphOf, needsWalker } from "./walk/nodes.ts";
import type { Walker } from "./walk/predict.ts";
import type { Respondent, RespondentState } from "./walk/state.ts";
import { firstState } from "./walk/view.ts";
import { speak, words, wordsLocale } from "./words.ts";

/** Renders the untouched page for the gateway. */
export const openRenderer: OpenRenderer = async (manifest, hasCredit) => {
  const types: readonly ShownType[] = [...questionTypes, "page", "drawing"];
  const engine = [fillCalculations(), fillRecords()];
  const [spoken] = await Promise.all([loadAllWords(), ...types.map(loadQuestion), ...engine]);
  return (input) => {
    if (input.kind === "results") return renderResults(input, manifest, spoken, hasCredit);
    const form = input.kind === "form" ? input.form : null;
    const language = form?.form.language ?? askedLanguage(input);
    speak(language, spoken[wordsFor(language)]);
    const state = form && firstState(form, walkerOf(form));
    const theme = form?.theme ?? plain;
    const style = themeBlock(theme);
    const lacked = lackedBy(theme.font);
    keepTextsWhole(lacked);
    const assets = pageAssets(manifest, {
      types: state ? nodesOn(state).flatMap(shownTypes) : [],
      font: hostedFont(theme.font),
      hasLanguages: form?.form.languages !== undefined,
      hasMarkup: form?.graph.markup !== undefined,
    });
    const script = form ? { script: earlyScript } : {};
    const html = renderToString(
      <PageDocument
        title={form?.form.title ?? words.page.form}
        language={language}
        style={style}
        {...script}
        assets={isStill(input) ? withoutScripts(assets) : assets}
        data={isStill(input) ? null : dataOf(input, language, lacked)}
        linkCard={
          input.kind === "form" && state && <LinkCard form={input.form} state={state} baseUrl={input.baseUrl} />
        }
        needsScript={form !== null}
        hasCredit={hasCredit}
      >
        {state ? <Page respondent={still(state)} context={served} /> : <FixedScreen kind={input.kind} />}
      </PageDocument>,
    );
    return { html: `<!doctype html>${html}`, style, ...script } satisfies RenderedPage;
  };
};

const isStill = ({ kind }: PageInput): boolean => kind === "no_results" || kind === "busy_results";
const withoutScripts = (assets: PageAssets): PageAssets => ({ ...assets, script: null, modules: [] });
const earlyScript = `(${hearEarly})(${continueByEnter})`;

/** Renders a page that needs no script. Its own styles come with the theme's. */
function renderResults(
  { form, results }: Extract<PageInput, { kind: "results" }>,
  manifest: AssetManifest,
  spoken: Record<Language, PageWords>,
  hasCredit: boolean,
): RenderedPage {
  const { theme } = form;
  const { language } = form.form;
  speak(language, spoken[wordsFor(language)]);
  const style = themeBlock(theme) + resultsStyle;
  const assets = pageAssets(manifest, { types: [], font: hostedFont(theme.font), hasLanguages: false });
  const html = renderToString(
    <PageDocument
      title={results.title}
      language={language}
      style={style}
      assets={withoutScripts(assets)}
      data={null}
      linkCard={<meta name="robots" content="noindex" />}
      needsScript={false}
      hasCredit={hasCredit}
    >
      <ResultsPage form={{ ...form, graph: plainGraph(graphOf(form)) as typeof form.graph }} results={results} />
    </PageDocument>,
  );
  return { html: `<!doctype html>${html}`, style };
}

/** Returns a walker only if the first screen needs one, because large graphs take a while. */
function walkerOf(form: PublicForm): Walker | null {
  if (!needsWalker(form, form.graph.entry_node_id)) return null;
  try {
    return makeWalker(graphOf(form), form.form.language, pagingOn);
  } catch {
    // the browser draws it
    return null;
  }
}

/** Returns the words of every language. */
async function loadAllWords(): Promise<Record<Language, PageWords>> {
  const rows = languages.map(async (language) => [language, (await pages[language]()).page] as const);
  return Object.fromEntries(await Promise.all(rows)) as Record<Language, PageWords>;
}

/** The language of a page without a form. A tag without words can be anything. */
const askedLanguage = ({ lang }: PageInput): string => (lang ? wordsFor(lang) : "en");

/** Pages without a form look like the default theme. */
const [plain] = presets;

const served = { isKiosk: false, storedAs: "", redirect: () => undefined, Switcher: languageButton };

function FixedScreen({ kind }: Pick<PageInput, "kind">) {
  if (kind === "results") return null;
  const [title, text] = {
    form: ["", ""],
    preview: [words.page.loading, ""],
    not_found: [words.notices.notFoundTitle, words.notices.notFound],
    no_results: [resultTexts[wordsFor(wordsLocale())].unavailable, words.notices.notFound],
    busy: [words.notices.busyTitle, words.notices.busy],
    busy_results: [words.notices.busyTitle, ""],
  }[kind] as [string, string];
  return (
    <div class="page">
      <main class="page-main">
        <NoticeScreen title={title} text={text} takesFocus={false} />
      </main>
    </div>
  );
}

function dataOf(input: PageInput, language: string, lacked: string | null): PageData {
  const { slug, kind } = input;
  const form = kind === "form" && fits(input.form) ? input.form : null;
  return {
    slug,
    form,
    lacked,
    language,
    ...(input.kind === "form" && { languages: input.form.form.languages }),
    words,
    ...(kind === "preview" && { isPreview: true }),
    ...(kind === "busy" && { isBusy: true }),
  };
}

const fits = (form: PublicForm): boolean => new TextEncoder().encode(JSON.stringify(form)).length <= inlineLimit;

/** A respondent that only has this state and does nothing. */
function still(state: RespondentState): Respondent {
  const nothing = () => undefined;
  return {
    state: () => state,
    subscribe: () => nothing,
    enter: nothing,
    answer: nothing,
    back: nothing,
    send: nothing,
    goTo: nothing,
    resume: nothing,
    startAgain: nothing,
    continueHere: nothing,
    retryNow: nothing,
    upload: async () => ({ ok: false, reason: "failed" }),
    close: nothing,
  };
}
