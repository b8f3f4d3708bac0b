import type { Frame, Page } from "playwright-core";

/**
 * Wraps each text as a browser's translator does: two `<font>` elements take its place. They contain the text node itself, or a
 * translation while the node is out of the page. Returns the number of texts.
 */
export const translate = (page: Page | Frame, kind: "wrapped" | "replaced"): Promise<number> =>
  page.evaluate((kind) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const isShown = text.parentElement?.closest("script, style, textarea, option, font, noscript, svg") === null;
      if (isShown && text.textContent?.trim()) texts.push(text as Text);
    }
    for (const text of texts) {
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      outer.append(inner);
      const translated = document.createTextNode(`«${text.data}»`);
      text.replaceWith(outer);
      inner.append(kind === "wrapped" ? text : translated);
    }
    return texts.length;
  }, kind);
