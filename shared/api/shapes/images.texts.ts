import { texts } from "../../domain/texts.ts";
import { Image } from "./images.ts";

/** Texts of the API about the properties of images.ts. */
export const imagesTexts = [
  texts(Image, {
    id: "ID of the image.",
    url: "URL to use in themes and questions.",
    content_type: "Media type, found by the content.",
    size: "Size in bytes.",
    width: "Width in px.",
    height: "Height in px.",
  }),
];
