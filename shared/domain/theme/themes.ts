import { Closed, Name, Nullable, type Static, Timestamp, Type, Uuid } from "../schema.ts";

/** Themes (decisions §3, Themes). */
const color = () => Type.String({ pattern: "^#[0-9a-fA-F]{6}$", patternMessage: "must be a color such as #1a2b3c" });
/** `font-family` names without characters that could end the CSS value. */
const fontName = "[\\p{L}\\p{N}._+-][\\p{L}\\p{N} ._+-]*";
const fontFamily = `(?:${fontName}|"${fontName}"|'${fontName}')`;
const font = () =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: `^${fontFamily}(?:, *${fontFamily})*$`,
    patternMessage: 'must be font names such as Inter or "Open Sans", sans-serif',
  });
const imageUrl = () => Nullable(Type.String({ format: "image-url", maxLength: 2048 }));
const radius = () => Type.Integer({ minimum: 0, maximum: 48 });

export const layouts = ["centered", "split", "cover"] as const;
/** `auto` follows the respondent's device. */
export const schemes = ["auto", "light", "dark"] as const;
export const backgroundStyles = ["plain", "tint"] as const;
const layout = () => Type.Enum([...layouts]);
const scheme = () => Type.Enum([...schemes]);
const backgroundStyle = () => Type.Enum([...backgroundStyles]);

const colors = { background: color(), text: color(), primary: color(), button_text: color() };
const someColors = Closed({
  background: Type.Optional(color()),
  text: Type.Optional(color()),
  primary: Type.Optional(color()),
  button_text: Type.Optional(color()),
});

const optional = {
  colors: Type.Optional(someColors),
  font: Type.Optional(font()),
  logo_url: Type.Optional(imageUrl()),
  background_image_url: Type.Optional(imageUrl()),
  /** px */
  border_radius: Type.Optional(radius()),
  layout: Type.Optional(layout()),
  scheme: Type.Optional(scheme()),
  background_style: Type.Optional(backgroundStyle()),
};
export const CreateThemeBody = Closed({ name: Name(), ...optional });
export const UpdateThemeBody = Closed({ name: Type.Optional(Name()), ...optional });

const look = {
  id: Uuid(),
  name: Type.String(),
  colors: Closed(colors),
  font: Type.String(),
  logo_url: Nullable(Type.String()),
  background_image_url: Nullable(Type.String()),
  border_radius: Type.Integer(),
  layout: layout(),
  scheme: scheme(),
  background_style: backgroundStyle(),
};
export const Theme = Closed({ ...look, created: Timestamp(), modified: Timestamp() });
/** A form's theme, without timestamps. */
export const ThemeReference = Closed(look);

export type CreateThemeBody = Static<typeof CreateThemeBody>;
export type UpdateThemeBody = Static<typeof UpdateThemeBody>;
export type Theme = Static<typeof Theme>;
export type ThemeReference = Static<typeof ThemeReference>;
