/**
 * How a form looks (decisions §3, Themes) as the values that pages are drawn with, in light and in dark. The owner's colours
 * are kept; a text that would be too weak on them is made as much darker or lighter as it takes, and the owner is told.
 */
import type { ThemeReference } from "../shapes/themes.ts";
import { contrast, luminance, mixed, readable, shaded } from "./color.ts";

/** What a theme says of looks. */
export type Look = Pick<ThemeReference, "colors" | "font" | "background_image_url" | "border_radius">;
export type ThemeColors = Look["colors"];

/** One scheme's colours, by the names of their custom properties (services/web/ui/styles/). */
export interface Tokens {
  background: string;
  text: string;
  /** text that says less */
  muted: string;
  /** fills: of a card, under the pointer, and chosen */
  surface: string;
  hover: string;
  chosen: string;
  /** the line around a field, and one that only divides */
  line: string;
  hairline: string;
  /** the owner's own colour as a fill, and what is written on it */
  primary: string;
  "button-text": string;
  /** that colour where it has to be read, or tell what is chosen */
  accent: string;
  danger: string;
  "danger-surface": string;
}

export interface ThemeTokens {
  light: Tokens;
  dark: Tokens;
}

/** A colour of the owner's that is shown otherwise than it was given. */
export interface Adjustment {
  color: "text" | "button_text";
  given: string;
  shown: string;
  /** of the given one with what it stands on; 4.5 is the least that is shown */
  contrast: number;
}

/** WCAG 2.2: 1.4.3 of text, 1.4.11 of what tells a control or its state. */
const textContrast = 4.5;
const shapeContrast = 3;

/** Under it a background counts as dark: white is easier to read on it than black. */
const darkLuminance = 0.18;

export function themeTokens({ colors }: Pick<Look, "colors">): ThemeTokens {
  return { light: tokensOf(colors), dark: tokensOf(darkColors(colors)) };
}

/** For owners: what is too weak, as given, in their own scheme. */
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

function tokensOf({ background, text, primary, button_text }: ThemeColors): Tokens {
  const ink = readable(text, [background], textContrast);
  // near black the eye tells less apart
  const strength = isDark(background) ? 1.8 : 1;
  const surface = filled(background, ink, 0.025 * strength);
  const hover = filled(background, ink, 0.065 * strength);
  const chosen = filled(background, readable(primary, [background], shapeContrast), 0.11 * strength);
  const red = readable(isDark(background) ? "#ff8a80" : "#c5221f", [background], textContrast);
  const dangerSurface = filled(background, red, 0.07);
  const grounds = [background, surface, hover, chosen];
  const readableText = readable(text, grounds, textContrast);
  return {
    background,
    text: readableText,
    muted: readable(mixed(readableText, background, 0.3), grounds, textContrast),
    surface,
    hover,
    chosen,
    line: readable(mixed(background, readableText, 0.45), grounds, shapeContrast),
    hairline: mixed(background, readableText, 0.16),
    primary,
    "button-text": contrast(button_text, primary) < textContrast ? inkOn(primary) : button_text,
    accent: readable(primary, grounds, textContrast),
    danger: readable(red, [...grounds, dangerSurface], textContrast),
    "danger-surface": dangerSurface,
  };
}

/** A fill of the background with a little of a colour: less of it where even black or white would be too weak on it. */
function filled(background: string, color: string, part: number): string {
  const ink = contrast("#000000", background) > contrast("#ffffff", background) ? "#000000" : "#ffffff";
  const candidates = [part, part / 2, part / 4].map((amount) => mixed(background, color, amount));
  return candidates.find((fill) => contrast(ink, fill) >= textContrast) ?? background;
}

/** The little that a button says is not made grey: it is as dark or as light as can be. */
function inkOn(ground: string): string {
  const inks = ["#ffffff", "#111318", "#000000"];
  const best = contrast("#111318", ground) > contrast("#ffffff", ground) ? "#111318" : "#ffffff";
  return [best, ...inks].find((ink) => contrast(ink, ground) >= textContrast) ?? best;
}

/** The owner's colours at night; what is dark already stays as it is. */
function darkColors({ background, text, primary, button_text }: ThemeColors): ThemeColors {
  if (isDark(background)) return { background, text, primary, button_text };
  const night = shaded(mixed(background, primary, 0.12), 0.2, 0.018);
  return {
    background: night,
    text: shaded(text, 0.93, 0.01),
    primary: readable(primary, [night], shapeContrast),
    button_text,
  };
}
