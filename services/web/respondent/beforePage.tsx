import type { VNode } from "preact";
import type { Drawing } from "./drawing.ts";
import type { PageData } from "./pageData.ts";
import type { LocalizedRespondent } from "./walk/respondent.ts";
import { speak } from "./words.ts";

/**
 * Shows a screen before the page, in the page's frame and in a language of the form, which can be switched. Returns a function that
 * takes it away.
 */
export async function showBefore(
  served: PageData,
  element: HTMLElement,
  { render, Head, layoutOf, openLanguages }: Drawing,
  draw: (data: PageData) => VNode,
): Promise<() => void> {
  const spoken = await openLanguages(served);
  const data = spoken?.data ?? served;
  let { form } = data;
  speak(data.language, data.words);
  const show = () =>
    render(
      <div class="page" data-layout={layoutOf(form)}>
        <Head state={{ form, screen: "elsewhere", progress: 0, count: null }} Switcher={spoken?.Switcher} />
        <main class="page-main">{draw(data)}</main>
      </div>,
      element,
    );
  const screen: Pick<LocalizedRespondent, "localize"> & { state(): object } = {
    state: () => ({ form, phase: "new", sessionId: null, isOffline: false }),
    async localize(translated, _, onReady) {
      form = translated;
      onReady();
      show();
    },
  };
  spoken?.languages.show(screen as LocalizedRespondent);
  element.replaceChildren();
  show();
  return () => render(null, element);
}
