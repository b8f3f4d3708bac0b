import { contrast } from "../../../../../shared/domain/theme/color.ts";
import { defaultThemeNames } from "../../../../../shared/domain/theme/presets.ts";
import type { Theme, UpdateThemeBody } from "../../../../../shared/domain/theme/themes.ts";
import { adjustments, type ThemeColors, themeTokens } from "../../../../../shared/domain/theme/tokens.ts";

/** A theme in the editor's fields. */
export interface ThemeFields extends ThemeColors, Pick<Theme, "layout" | "scheme" | "background_style"> {
  name: string;
  font: string;
  /** px, as typed */
  border_radius: string;
  /** empty for none */
  logo_url: string;
  background_image_url: string;
}

/** Returns true for the default theme: "Default" in an account that has one, else "Path" (features §19). */
export function isDefaultTheme({ name }: Theme, themes: readonly Theme[]): boolean {
  if (name === defaultThemeNames.old) return true;
  return name === defaultThemeNames.new && !themes.some((theme) => theme.name === defaultThemeNames.old);
}

export const colorNames = ["background", "text", "primary", "button_text"] as const;

export const fieldsOf = ({
  name,
  colors,
  font,
  border_radius,
  logo_url,
  background_image_url,
  layout,
  scheme,
  background_style,
}: Theme): ThemeFields => ({
  name,
  ...colors,
  font,
  layout,
  scheme,
  background_style,
  border_radius: String(border_radius),
  logo_url: logo_url ?? "",
  background_image_url: background_image_url ?? "",
});

/** Returns the PATCH of the changed fields. Other text than a number is sent as typed, so the API explains it. */
export function bodyOfFields(fields: Partial<ThemeFields>): UpdateThemeBody {
  const { border_radius, logo_url, background_image_url, background, text, primary, button_text, ...others } = fields;
  const colors = Object.entries({ background, text, primary, button_text }).filter(([, color]) => color !== undefined);
  return {
    ...others,
    ...(colors.length > 0 && { colors: Object.fromEntries(colors) }),
    ...(border_radius !== undefined && { border_radius: (numberOf(border_radius) ?? border_radius) as number }),
    ...(logo_url !== undefined && { logo_url: logo_url || null }),
    ...(background_image_url !== undefined && { background_image_url: background_image_url || null }),
  };
}

const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : null);

/** Returns the theme to show. Incomplete values keep the stored ones. */
export function lookOf(stored: Theme, fields: ThemeFields): Theme {
  const colors = Object.fromEntries(
    colorNames.map((name) => [name, isColor(fields[name]) ? fields[name] : stored.colors[name]]),
  ) as unknown as ThemeColors;
  return {
    ...stored,
    colors,
    font: fields.font || stored.font,
    layout: fields.layout,
    scheme: fields.scheme,
    background_style: fields.background_style,
    border_radius: numberOf(fields.border_radius) ?? stored.border_radius,
    logo_url: fields.logo_url || null,
    background_image_url: fields.background_image_url || null,
  };
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** A contrast that respondents see, and that of the theme's own color if it was adjusted. */
export interface Contrast {
  shown: number;
  own: number | undefined;
}

/** Returns the contrasts of text and button text. */
export function contrastsOf({ colors }: Pick<Theme, "colors">): Record<"text" | "button_text", Contrast> {
  const { background, text, primary, "button-text": buttonText } = themeTokens({ colors }).light;
  const own = (color: "text" | "button_text") => weakTexts({ colors }).find((it) => it.color === color)?.contrast;
  return {
    text: { shown: contrast(text, background), own: own("text") },
    button_text: { shown: contrast(buttonText, primary), own: own("button_text") },
  };
}

/** Returns the name, with a number if a theme has it. The names of default themes are reserved. */
export function freeName(name: string, themes: readonly Pick<Theme, "name">[]): string {
  const used = new Set([defaultThemeNames.new, defaultThemeNames.old, ...themes.map((theme) => theme.name)]);
  let [free, count] = [name, 1];
  while (used.has(free)) free = `${name} ${++count}`;
  return free;
}

/** Returns the texts whose color is adjusted for their low contrast. */
export const weakTexts = (theme: Pick<Theme, "colors">) => adjustments(theme);
