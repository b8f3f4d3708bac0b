import { useMemo } from "react";
import styles from "./letter.module.css";

interface Props {
  title: string;
  html: string;
}

/**
 * Shows an email as mail programs do. Its frame runs no scripts, and its links are taken out. The policy of the dashboard, which the
 * frame inherits, allows no styles in HTML, so they are set afterwards.
 */
export function LetterFrame({ title, html }: Props) {
  const { page, sheet } = useMemo(() => withoutStyles(html), [html]);
  return (
    <iframe
      title={title}
      className={styles.frame}
      sandbox="allow-same-origin"
      srcDoc={page}
      onLoad={({ currentTarget }) => draw(currentTarget, sheet)}
    />
  );
}

/** Texts of the email have no unescaped quotes, so only attributes match. */
function withoutStyles(html: string): { page: string; sheet: string } {
  const sheet = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";
  const page = html.replace(/<style>.*?<\/style>/s, "").replaceAll(/ (style|href)="/g, ' data-$1="');
  return { page, sheet };
}

function draw(frame: HTMLIFrameElement, rules: string): void {
  const { contentDocument: page, contentWindow } = frame;
  const view = contentWindow as (Window & typeof globalThis) | null;
  if (!page || !view || rules === "") return;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync(rules);
  page.adoptedStyleSheets = [sheet];
  for (const element of page.querySelectorAll<HTMLElement>("[data-style]"))
    element.style.cssText = element.dataset.style ?? "";
  const fit = () => {
    frame.style.blockSize = `${page.body.offsetHeight}px`;
  };
  new ResizeObserver(fit).observe(page.body);
}
