import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PublicForm } from "../../../shared/api/shapes/sessions.ts";
import type { HeadProps } from "./drawing.ts";
import { marked, markTexts } from "./marks.ts";
import { markup } from "./markup/markup.ts";
import type { PageContext } from "./pageContext.ts";
import { NoticeScreen } from "./screens/noticeScreen.tsx";
import { noticeOf } from "./screens/notices.ts";
import { countText, QuestionScreen } from "./screens/questionScreen.tsx";
import { UnsentNotice } from "./screens/unsentNotice.tsx";
import { isStrayClick, isStrayKey, swallow } from "./strayInput.ts";
import { isOfPath } from "./walk/nodes.ts";
import type { Respondent, RespondentState } from "./walk/state.ts";
import { words, wordsLang } from "./words.ts";

interface Props {
  respondent: Respondent;
  context: PageContext;
}

/** The respondent page. */
export function Page({ respondent, context }: Props) {
  const state = useRespondent(respondent);
  if (state.form) markTexts(state.form.form);
  const shown = `${state.screen} ${state.path[state.position] ?? ""}`;
  const isFirst = useIsFirst(shown);
  const clicked = useRef(shown);
  return (
    <div
      class="page"
      data-layout={layoutOf(state.form)}
      onClickCapture={(event) => isStrayClick(event, clicked, shown) && swallow(event)}
      onKeyDownCapture={(event) => isStrayKey(event) && swallow(event)}
    >
      <Head state={state} Switcher={context.Switcher} />
      <main class="page-main" data-moved={!isFirst || undefined}>
        <CurrentScreen state={state} respondent={respondent} context={context} isFirst={isFirst} />
      </main>
      {isOfPath(state.screen) && state.position > 0 && <Steps state={state} respondent={respondent} />}
      <div class="unsent" lang={wordsLang()} role="status">
        <UnsentNotice state={state} onRetry={() => respondent.retryNow()} />
      </div>
    </div>
  );
}

/** Without an image, all layouts are the same. */
export const layoutOf = (form: PublicForm | null): string | undefined =>
  form?.theme.background_image_url ? form.theme.layout : undefined;

/** The progress bar, the owner's logo and title, and the number of the question. */
export function Head({ state: { form, screen, progress, count }, Switcher }: HeadProps) {
  if (!form) return <header class="page-head" />;
  const {
    theme,
    form: { title, language, languages },
  } = form;
  return (
    <header class="page-head">
      {(isOfPath(screen) || screen === "sending" || screen === "end") && (
        <progress class="page-progress" value={progress} max={1} aria-label={words.page.progress} lang={wordsLang()} />
      )}
      {theme.logo_url && <img class="page-logo" src={theme.logo_url} alt="" />}
      <span class="page-name" dir="auto" {...marked("title")}>
        {title}
      </span>
      {count && (
        <span class="page-count" lang={wordsLang()} aria-hidden>
          {countText(count)}
        </span>
      )}
      {languages && Switcher && <Switcher language={language} />}
    </header>
  );
}

/** Previous and next, at the foot of the page. Next does what Continue does, but sends nothing: below a list it looks like scrolling. */
function Steps({ state: { canGoBack, screen }, respondent }: Pick<ScreenProps, "state" | "respondent">) {
  return (
    <div class="page-nav" lang={wordsLang()}>
      <button
        type="button"
        class="nav-button"
        title={words.page.back}
        disabled={!canGoBack}
        onClick={() => respondent.back()}
      />
      <button type="submit" form="question" class="nav-button" title={words.page.next} disabled={screen === "review"} />
    </div>
  );
}

interface ScreenProps extends Props {
  state: RespondentState;
  /** nothing was shown before */
  isFirst: boolean;
}

function CurrentScreen({ state, respondent, context, isFirst }: ScreenProps) {
  const { screen } = state;
  const notice = state.linkNotice ?? noticeOf(screen, state);
  const takesFocus = !isFirst;
  if (notice) {
    const kept = state.path.length > 1 || state.unsent.count > 0 ? ` ${words.unsent.kept}` : "";
    const line = state.form?.graph.markup && markup.line;
    const message = notice.message && (line?.(notice.message) ?? notice.message);
    return <NoticeScreen {...notice} message={message} text={notice.text + kept} takesFocus={takesFocus} />;
  }
  const startAgain = (
    <button type="button" class="button button-quiet" lang={wordsLang()} onClick={() => respondent.startAgain()}>
      {words.page.startAgain}
    </button>
  );
  if (screen === "resume") {
    return (
      <NoticeScreen title={words.notices.resumeTitle} text={words.notices.resume} takesFocus={takesFocus}>
        <button type="button" class="button" onClick={() => respondent.resume()}>
          {words.page.continue}
        </button>
        {!state.isShared && startAgain}
      </NoticeScreen>
    );
  }
  if (screen === "elsewhere") {
    return (
      <NoticeScreen title={words.notices.elsewhereTitle} text={words.notices.elsewhere} takesFocus={takesFocus}>
        <button type="button" class="button" onClick={() => respondent.continueHere()}>
          {words.notices.continueHere}
        </button>
      </NoticeScreen>
    );
  }
  const { Review, AfterEnd } = context;
  if (screen === "review" && Review)
    return <Review {...{ state, respondent, takesFocus }} storedAs={context.storedAs} />;
  if (screen === "loading" || screen === "review") return <LoadingScreen state={state} respondent={respondent} />;
  return (
    <>
      <QuestionScreen state={state} respondent={respondent} takesFocus={takesFocus} onRedirect={context.redirect} />
      {context.Foot && screen === "node" && <context.Foot state={state} />}
      {AfterEnd && state.end?.isCompleted && <AfterEnd state={state} storedAs={context.storedAs} />}
      {context.isKiosk && state.end?.isCompleted && startAgain}
    </>
  );
}

/** Shown while the form is loading, or if loading failed. */
function LoadingScreen({ state: { isOffline, retryAt }, respondent }: Pick<ScreenProps, "state" | "respondent">) {
  if (!isOffline && retryAt === null) return <NoticeScreen title={words.page.loading} text="" takesFocus={false} />;
  return (
    <NoticeScreen title={words.notices.loadFailedTitle} text={words.notices.loadFailed} takesFocus={false}>
      <button type="button" class="button" onClick={() => respondent.retryNow()}>
        {words.page.retry}
      </button>
    </NoticeScreen>
  );
}

function useRespondent(respondent: Respondent): RespondentState {
  const [state, setState] = useState(() => respondent.state());
  // before the next key: an effect after the frame would leave fields with the old answer until then
  useLayoutEffect(() => {
    const follow = () => setState(respondent.state());
    follow();
    return respondent.subscribe(follow);
  }, [respondent]);
  return state;
}

/** True until the screen or question changes for the first time. */
function useIsFirst(shown: string): boolean {
  const first = useRef(shown);
  if (first.current !== shown) first.current = "";
  return first.current !== "";
}
