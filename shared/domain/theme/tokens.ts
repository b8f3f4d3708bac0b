/**
 * Design tokens of a theme for light and dark (decisions §3, Themes). Text colors with too little contrast are adjusted, and
 * the owner sees a note.
 */

import { chroma, contrast, luminance, mixed, readable, shaded } from "./color.ts";
import type { ThemeReference } from "./themes.ts";

/** Visual fields of a theme. */
export type Look = Omit<ThemeReference, "id" | "name" | "logo_url">;
export type ThemeColors = Look["colors"];

/** Colors of one scheme, by custom property (services/web/ui/styles/). */
export interface Tokens {
  background: string;
  text: string;
  /** secondary text */
  muted: string;
  /** text of an empty field, as faint as it stays readable */
  placeholder: string;
  /** fills of cards, and of hovered and selected items */
  surface: string;
  hover: string;
  chosen: string;
  /** the strongest shade of a tinted background */
  tint: string;
  /** borders of fields, of cards, and dividers */
  line: string;
  "soft-line": string;
  hairline: string;
  /** the owner's color as a fill, and text on it */
  primary: string;
  "button-text": string;
  /** that color for text and selections */
  accent: string;
  danger: string;
  "danger-surface": string;
  /** text of what is nearly gone */
  warning: string;
}

export interface ThemeTokens {
  light: Tokens;
  dark: Tokens;
}

/** An owner's color that was adjusted. */
export interface Adjustment {
  color: "text" | "button_text";
  given: string;
  shown: string;
  /** contrast of the given color on its background; the minimum is 4.5 */
  contrast: number;
}

/** Minimum contrasts of text (WCAG 2.2, 1.4.3) and of controls and their states (1.4.11). */
const textContrast = 4.5;
const shapeContrast = 3;
/** Minimum contrast of the accent on near-black backgrounds, where 4.5 still looks dim. */
const nightContrast = 6;

/** Maximum luminance of a color that serves as a dark background. */
const nearBlack = 0.03;

/** Part of the primary color in a tinted background. */
const tintPart = 0.13;

/** Minimum chroma of a vivid background. White cards on it would glare. */
const vividChroma = 0.1;

/** Maximum luminance of a dark background, on which white has more contrast than black. */
const darkLuminance = 0.18;

export function themeTokens({ colors }: Pick<Look, "colors">): ThemeTokens {
  return { light: tokensOf(colors), dark: tokensOf(darkColors(colors)) };
}

/** Returns the adjusted colors of the light scheme, for the owner. */
export function adjustments({ colors }: Pick<Look, "colors">): Adjustment[] {
  const tokens = tokensOf(colors);
  const rows: Adjustment[] = [
    {
      color: "text",
      given: colors.text,
      shown: tokens.text,
      contrast: contrast(colors.text, colors.background),
    },
    {
      color: "button_text",
      given: colors.button_text,
      shown: tokens["button-text"],
      contrast: contrast(colors.button_text, colors.primary),
    },
  ];
  return rows.filter(({ given, shown }) => given.toLowerCase() !== shown.toLowerCase());
}

export const isDark = (color: string): boolean => luminance(color) < darkLuminance;

const isVivid = (color: string): boolean => chroma(color) >= vividChroma;

function tokensOf({ background, text, primary, button_text }: ThemeColors): Tokens {
  const ink = readable(text, [background], textContrast);
  // differences near black are less visible
  const strength = isDark(background) ? 1.8 : 1;
  const surface = isDark(background)
    ? filled(background, ink, 0.06)
    : filled(background, "#ffffff", isVivid(background) ? 0.55 : 0.8);
  const isBright = !isDark(background) && isVivid(background);
  const hover = isBright ? filled(background, "#ffffff", 0.72) : filled(background, ink, 0.065 * strength);
  const chosen = chosenFill(background, surface, primary);
  // on a vivid one, another hue in the corners would be mud
  const tint = isBright ? background : filled(background, primary, tintPart);
  const red = readable(isDark(background) ? "#ff8a80" : "#c5221f", [background], textContrast);
  const dangerSurface = filled(background, red, 0.07);
  const grounds = [background, surface, hover, chosen, tint];
  const readableText = readable(text, grounds, textContrast);
  const accent = readable(primary, grounds, luminance(background) < nearBlack ? nightContrast : textContrast);
  return {
    background,
    text: readableText,
    muted: readable(mixed(readableText, background, 0.3), grounds, textContrast),
    placeholder: readable(mixed(readableText, background, 0.45), [background, tint], textContrast),
    surface,
    hover,
    chosen,
    tint,
    line: readable(mixed(background, readableText, 0.45), grounds, shapeContrast),
    "soft-line": mixed(background, accent, isVivid(background) ? 0.5 : 0.25),
    hairline: mixed(background, readableText, 0.1),
    primary,
    "button-text": contrast(button_text, primary) < textContrast ? inkOn(primary) : button_text,
    accent,
    danger: readable(red, [...grounds, dangerSurface], textContrast),
    "danger-surface": dangerSurface,
    warning: readable(isDark(background) ? "#ffb86b" : "#8a5300", grounds, textContrast),
  };
}

/** A chosen answer is brighter than the page. On a vivid one, a dark color would be mud, so it is nearly white. */
function chosenFill(background: string, surface: string, primary: string): string {
  const color = readable(primary, [background], textContrast);
  if (isDark(background)) return filled(background, color, 0.16);
  return isVivid(background) ? filled(surface, "#ffffff", 0.7) : filled(surface, color, 0.08);
}

/** Mixes a little color into the background, and less if text on it would have too little contrast. */
function filled(background: string, color: string, part: number): string {
  const ink = contrast("#000000", background) > contrast("#ffffff", background) ? "#000000" : "#ffffff";
  const candidates = [part, part / 2, part / 4].map((amount) => mixed(background, color, amount));
  return candidates.find((fill) => contrast(ink, fill) >= textContrast) ?? background;
}

/** Returns the text color on a button, black or white rather than a gray. */
function inkOn(ground: string): string {
  const inks = ["#ffffff", "#111318", "#000000"];
  const best = contrast("#111318", ground) > contrast("#ffffff", ground) ? "#111318" : "#ffffff";
  return [best, ...inks].find((ink) => contrast(ink, ground) >= textContrast) ?? best;
}

/**
 * Returns the colors of the dark scheme. Dark themes stay unchanged. A near-black color on a vivid background swaps with it,
 * because a dark shade of the background would be murky.
 */
function darkColors({ background, text, primary, button_text }: ThemeColors): ThemeColors {
  if (isDark(background)) return { background, text, primary, button_text };
  if (isVivid(background) && luminance(primary) < nearBlack) {
    return { background: primary, text: shaded(background, 0.95, 0.03), primary: background, button_text: primary };
  }
  const dark = shaded(mixed(background, primary, 0.12), 0.2, 0.018);
  return {
    background: dark,
    text: shaded(text, 0.955, 0.012),
    primary: readable(primary, [dark], shapeContrast),
    button_text,
  };
}
