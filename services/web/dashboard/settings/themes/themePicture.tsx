import type { CSSProperties } from "react";
import type { Preset } from "../../../../../shared/domain/theme/presets.ts";
import { themeTokens } from "../../../../../shared/domain/theme/tokens.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import "../../../fonts/themes.css";
import styles from "./themes.module.css";

/** A question in the look that respondents see, hidden from screen readers. */
export function ThemePicture({
  look: { colors, font, border_radius: radius, scheme, background_style },
}: {
  look: Preset;
}) {
  const tokens = themeTokens({ colors })[scheme === "dark" ? "dark" : "light"];
  const { background, text, surface, chosen, tint, primary, accent, hairline } = tokens;
  const style = {
    "--page": background,
    "--ink": text,
    "--card": surface,
    "--card-line": tokens["soft-line"],
    "--chosen": chosen,
    "--tint": tint,
    "--track": hairline,
    "--fill": primary,
    "--accent": accent,
    "--on-fill": tokens["button-text"],
    "--corner": `${radius}px`,
    fontFamily: `${font}, var(--font)`,
  } as CSSProperties;
  return (
    <div
      aria-hidden="true"
      className={styles.picture}
      data-tint={background_style === "tint" || undefined}
      style={style}
    >
      <p>{words.sample.question}</p>
      {words.sample.options.map((option, index) => (
        <span key={option} data-selected={index === 0 || undefined}>
          <b>{"ABC"[index]}</b>
          {option}
        </span>
      ))}
      <i>{words.continueText}</i>
    </div>
  );
}

/** The three main colors as dots. */
export const Dots = ({ colors: { background, text, primary } }: Pick<Preset, "colors">) => (
  <span aria-hidden="true" className={styles.dots}>
    {[background, text, primary].map((color, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: colors can be equal
      <span key={index} style={{ background: color }} />
    ))}
  </span>
);
