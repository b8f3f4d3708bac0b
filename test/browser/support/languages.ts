import type { Page } from "playwright-core";

/** Returns the page's texts and accessible names by their language. */
export function textsByLanguage(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(() => {
    const found: Record<string, string[]> = {};
    const note = (element: Element | null, text: string | null) => {
      const language = (element?.closest("[lang]") as HTMLElement | null)?.lang ?? "";
      // keys and numbers have no language
      if (text && /\p{L}{2}/u.test(text)) found[language] = [...(found[language] ?? []), text.trim()];
    };
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode())
      if (!node.parentElement?.closest("script, style, noscript")) note(node.parentElement, node.nodeValue);
    for (const element of document.querySelectorAll("button:is([aria-label], [title]), progress[aria-label]"))
      note(element, element.getAttribute("aria-label") ?? element.getAttribute("title"));
    return found;
  });
}
