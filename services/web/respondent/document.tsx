import type { ComponentChildren } from "preact";
import { directionOf } from "../../../shared/languages/direction.ts";
import { inlineJson, type PageData, pageDataId } from "./pageData.ts";
import { words, wordsLang } from "./words.ts";

interface Props {
  title: string;
  /** BCP 47 */
  language: string;
  /** CSS of the theme */
  style: string;
  /** of a page with a form, runs before the page is drawn */
  script?: string;
  assets: PageAssets;
  /** null for a page without scripts */
  data: PageData | null;
  /** metadata of the link, if the page is a form's */
  linkCard: ComponentChildren;
  /** it is useless without JavaScript */
  needsScript: boolean;
  /** names Pathform at the foot */
  hasCredit: boolean;
  children: ComponentChildren;
}

/** URLs of built files. */
export interface PageAssets {
  /** null for a page without behavior */
  script: string | null;
  styles: readonly string[];
  /** modules to preload */
  modules: readonly string[];
  /** of the theme, if this server hosts it */
  font: string | null;
}

/** The whole HTML of a page. Its policy allows only scripts of this server, and `script` by its hash. */
export function PageDocument({
  title,
  language,
  style,
  script,
  assets,
  data,
  linkCard,
  needsScript,
  hasCredit,
  children,
}: Props) {
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <title>{title}</title>
        {linkCard}
        <link rel="icon" href="data:," />
        <style dangerouslySetInnerHTML={{ __html: style }} />
        {assets.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {script && <script dangerouslySetInnerHTML={{ __html: script }} />}
        {assets.script && <script type="module" src={assets.script} />}
        {assets.modules.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
      </head>
      <body>
        {needsScript && (
          <noscript>
            <p class="no-script" lang={wordsLang()}>
              {words.page.noScript}
            </p>
          </noscript>
        )}
        <div id="page">{children}</div>
        {hasCredit && (
          <p class="page-credit" lang={wordsLang()}>
            {words.page.credit}
          </p>
        )}
        {data && (
          <script type="application/json" id={pageDataId} dangerouslySetInnerHTML={{ __html: inlineJson(data) }} />
        )}
        {/* in the head, Chromium would delay the first paint for it */}
        {assets.font && (
          <link
            rel="preload"
            as="font"
            type="font/woff2"
            crossorigin="anonymous"
            fetchpriority="low"
            href={assets.font}
          />
        )}
      </body>
    </html>
  );
}
