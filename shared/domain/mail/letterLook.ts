import type { ThemeReference } from "../theme/themes.ts";
import { themeTokens } from "../theme/tokens.ts";

/** Colors of a letter's parts in one scheme. */
export interface Palette {
  page: string;
  card: string;
  line: string;
  text: string;
  quiet: string;
  link: string;
  button: string;
  "button-text": string;
}

/** How a letter looks. `dark`: for readers who chose a dark scheme */
export interface LetterLook {
  light: Palette;
  dark: Palette;
  /** px */
  radius: number;
  /** Pathform's name stands above the letter; an owner's letter to respondents has none */
  isBranded: boolean;
}

/** Letters from Pathform to its users: the dashboard's colors (services/web/ui/styles/tokens.css). */
export const brandLook: LetterLook = {
  light: {
    page: "#f7f7fa",
    card: "#ffffff",
    line: "#e6e5ee",
    text: "#1b1a2e",
    quiet: "#55536a",
    link: "#4a3ad2",
    button: "#5546e0",
    "button-text": "#ffffff",
  },
  dark: {
    page: "#111019",
    card: "#191824",
    line: "#2a2938",
    text: "#f0eff7",
    quiet: "#b4b2c6",
    link: "#b3aaff",
    button: "#b3aaff",
    "button-text": "#1b1a2e",
  },
  radius: 9,
  isBranded: true,
};

/** The parts of a theme that letters show. */
export type MailTheme = Pick<ThemeReference, "colors" | "border_radius"> & Partial<Pick<ThemeReference, "scheme">>;

/** Letters to respondents: the colors of the form's theme, with enough contrast (shared/domain/theme/). */
export function lookOf(theme: MailTheme): LetterLook {
  const { light, dark } = themeTokens(theme);
  const palette = (tokens: typeof light): Palette => ({
    page: tokens.tint,
    card: tokens.background,
    line: tokens.hairline,
    text: tokens.text,
    quiet: tokens.muted,
    link: tokens.accent,
    button: tokens.primary,
    "button-text": tokens["button-text"],
  });
  const [day, night] = theme.scheme === "dark" ? [dark, dark] : [light, theme.scheme === "light" ? light : dark];
  return { light: palette(day), dark: palette(night), radius: Math.min(theme.border_radius, 24), isBranded: false };
}
