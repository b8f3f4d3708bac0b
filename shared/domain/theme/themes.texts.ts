import { texts } from "../texts.ts";
import { CreateThemeBody, Theme, ThemeReference, UpdateThemeBody } from "./themes.ts";

export const colors = {
  background: "Color of the page's background.",
  text: "Color of texts.",
  primary: "Color of buttons and selected options.",
  button_text: "Color of texts on buttons.",
};

/** Texts of the API about the properties of themes.ts. */
export const themesTexts = [
  texts([CreateThemeBody, UpdateThemeBody, Theme, ThemeReference], {
    id: "ID of the theme.",
    name: "Name for owners.",
    colors: ["Colors of the page.", colors],
    font: "Font of all texts.",
    logo_url: "Logo at the top of the page. Null for none.",
    background_image_url: "Picture of the layouts split and cover. Null for none.", // words: ok
    border_radius: "Radius of corners in px.",
    layout: "Place of the background image.",
    scheme: "Light or dark, or as the respondent's device.",
    background_style: "`tint` mixes the primary color into the background.",
    created: "Time when the theme was created.",
    modified: "Time when the theme last changed.",
  }),
];
