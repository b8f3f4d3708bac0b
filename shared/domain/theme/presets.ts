import type { Theme } from "./themes.ts";

export type Preset = Omit<Theme, "id" | "created" | "modified">;

/** The themes of a new account (features §19). The first is its default. */
export const presets: readonly [Preset, ...Preset[]] = [
  preset("Path", "Figtree", 14, { background: "#fbfbfe", text: "#1b1a2e", primary: "#5546e0", button_text: "#ffffff" }),
  preset("Harbor", "Instrument Sans", 10, {
    background: "#eef5f8",
    text: "#10303d",
    primary: "#0b6278",
    button_text: "#ffffff",
  }),
  preset("Clay", "Fraunces", 6, { background: "#f8f1e9", text: "#3a2418", primary: "#b0451f", button_text: "#ffffff" }),
  preset("Meadow", "Figtree", 24, {
    background: "#f1f7ee",
    text: "#1b3321",
    primary: "#2c6b3a",
    button_text: "#ffffff",
  }),
  preset("Midnight", "Bricolage Grotesque", 12, {
    background: "#12131f",
    text: "#f1f1f8",
    primary: "#c7f25c",
    button_text: "#161a08",
  }),
  preset("Citrus", "Bricolage Grotesque", 0, {
    background: "#ffd84d",
    text: "#1d1a0b",
    primary: "#1d1a0b",
    button_text: "#ffd84d",
  }),
];

function preset(name: string, font: string, borderRadius: number, colors: Preset["colors"]): Preset {
  const images = { logo_url: null, background_image_url: null };
  return {
    name,
    colors,
    font,
    ...images,
    border_radius: borderRadius,
    layout: "centered",
    scheme: "auto",
    background_style: "tint",
  };
}

/**
 * The names of default themes: of a new account, and of one from before there were presets. Neither can be renamed,
 * deleted or given to another theme of the account.
 */
export const defaultThemeNames = { new: presets[0].name, old: "Default" } as const;
