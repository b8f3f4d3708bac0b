import { presets } from "../../../shared/domain/theme/presets.ts";
import type { Look } from "../../../shared/domain/theme/tokens.ts";

const base: Look = {
  colors: { background: "#ffffff", text: "#1f2937", primary: "#1d4ed8", button_text: "#ffffff" },
  font: "system-ui",
  background_image_url: null,
  border_radius: 8,
  layout: "centered",
  scheme: "auto",
  background_style: "plain",
};

const hills = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="#cfe0dc"/><path d="M0 300l130-150 90 95 70-75 110 130z" fill="#5a8479"/></svg>',
);

const preset = (named: string): Look => presets.find(({ name }) => name === named) ?? base;

/** Presets, and themes that owners might create, including low-contrast ones. */
export const themes = {
  path: preset("Path"),
  harbor: preset("Harbor"),
  clay: preset("Clay"),
  meadow: preset("Meadow"),
  midnight: preset("Midnight"),
  citrus: preset("Citrus"),
  default: base,
  /** text, primary and button text have too little contrast */
  pale: { ...base, colors: { background: "#fffbe6", text: "#c9b458", primary: "#fde047", button_text: "#ffffff" } },
  /** dark in every color scheme */
  night: {
    ...base,
    colors: { background: "#1b1030", text: "#efe6ff", primary: "#c084fc", button_text: "#1b1030" },
    border_radius: 20,
  },
  square: {
    ...base,
    colors: { background: "#f4f1ea", text: "#2b2118", primary: "#9a3412", button_text: "#ffffff" },
    border_radius: 0,
    font: "Georgia, serif",
  },
  picture: { ...base, background_image_url: `data:image/svg+xml,${hills}`, border_radius: 16 },
} satisfies Record<string, Look>;
