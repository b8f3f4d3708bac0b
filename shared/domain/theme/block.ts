import { hostedFonts, namesOf } from "./fonts.ts";
import { isDark, type Look, type Tokens, themeTokens } from "./tokens.ts";

/**
 * Returns a theme as the content of a `<style>` element with custom properties. It is deterministic, because the
 * Content-Security-Policy contains its hash. No value can break out of the style sheet: colors and numbers are parsed, fonts
 * are quoted, and URLs are escaped.
 */
export function themeBlock(look: Look): string {
  const { font, border_radius, background_image_url, background_style, layout, scheme } = look;
  const { light, dark } = themeTokens({ colors: safeColors(look.colors) });
  const image = imageOf(background_image_url);
  const isCover = layout === "cover";
  const shape = [
    `--font:${fontStack(font)}`,
    `--radius:${radiusOf(border_radius)}px`,
    `--background-image:${isCover && image !== "none" ? image : background_style === "tint" ? "var(--tints)" : "none"}`,
    ...(isCover || image === "none" ? [] : [`--image:${image}`]),
  ].join(";");
  if (scheme === "dark") return `:root{${shape};${written(dark)}}`;
  const night = scheme === "light" ? "" : `@media (prefers-color-scheme:dark){:root{${written(dark)}}}`;
  return `:root{${shape};${written(light)}}${night}`;
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

/** Local fonts that stand in for a hosted one with its metrics (services/web/build/fontFaces.ts). */
const standIns = ["Arial", "Roboto", "DejaVu"];

function fontStack(font: string): string {
  const names = namesOf(font).flatMap((name) => [
    name,
    ...(hostedFonts.includes(name) ? standIns.map((local) => `${name} ${local}`) : []),
  ]);
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
