import { isDark, type Look, type Tokens, themeTokens } from "./tokens.ts";

/**
 * Returns a theme as the content of a `<style>` element with custom properties. It is deterministic, because the
 * Content-Security-Policy contains its hash. No value can break out of the style sheet: colors and numbers are parsed, fonts are
 * quoted, and URLs are escaped.
 */
export function themeBlock(look: Look): string {
  const safe = { ...look, colors: safeColors(look.colors) };
  const { light, dark } = themeTokens(safe);
  const shape = [
    `--font:${fontStack(look.font)}`,
    `--radius:${radiusOf(look.border_radius)}px`,
    `--background-image:${imageOf(look.background_image_url)}`,
  ].join(";");
  return `:root{${shape};${written(light)}}@media (prefers-color-scheme:dark){:root{${written(dark)}}}`;
}

/** Colors without a theme. */
const fallback: Look["colors"] = {
  background: "#ffffff",
  text: "#1f2937",
  primary: "#1d4ed8",
  button_text: "#ffffff",
};

function safeColors(colors: Look["colors"]): Look["colors"] {
  const safe = (name: keyof Look["colors"]) => (/^#[0-9a-f]{6}$/i.test(colors[name]) ? colors[name] : fallback[name]);
  return {
    background: safe("background"),
    text: safe("text"),
    primary: safe("primary"),
    button_text: safe("button_text"),
  };
}

function written(tokens: Tokens): string {
  const colors = Object.entries(tokens).map(([name, color]) => `--${name}:${color}`);
  return [`color-scheme:${isDark(tokens.background) ? "dark" : "light"}`, ...colors].join(";");
}

const generic = new Set([
  "system-ui",
  "sans-serif",
  "serif",
  "monospace",
  "cursive",
  "ui-sans-serif",
  "ui-serif",
  "ui-rounded",
  "ui-monospace",
]);

/** Fonts for devices without the theme's fonts. */
const fallbackFonts = 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif';

function fontStack(font: string): string {
  const names = font
    .split(",")
    .map((name) => name.replace(/[^\p{L}\p{N} ._+-]/gu, "").trim())
    .filter((name) => name !== "");
  return [...names.map((name) => (generic.has(name) ? name : `"${name}"`)), fallbackFonts].join(",");
}

const radiusOf = (radius: number): number => (Number.isFinite(radius) ? Math.min(Math.max(radius, 0), 48) : 0);

function imageOf(address: string | null): string {
  if (address === null) return "none";
  return `url("${address.toWellFormed().replace(/[^\w.~:/?#@!$&*+,;=%-]/gu, percentEncoded)}")`;
}

/** Escapes a character, including quotes and parentheses, which `encodeURIComponent` keeps. */
const percentEncoded = (letter: string): string =>
  encodeURIComponent(letter).replace(/['()]/g, (it) => `%${it.charCodeAt(0).toString(16)}`);
