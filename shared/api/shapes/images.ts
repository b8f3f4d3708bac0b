import { imageTypes } from "../../domain/imageTypes.ts";
import { Closed, type Static, Type, Uuid } from "../../domain/schema.ts";

/** Owners' images for options, themes and descriptions (decisions §9.2). */

/** bytes */
export const imageSizeLimit = 5 * 2 ** 20;
/** px per side */
export const imageSideLimit = 8_000;

export const Image = Closed({
  id: Uuid(),
  /** URL for themes and options */
  url: Type.String(),
  /** detected from the content */
  content_type: Type.Enum(imageTypes),
  /** bytes */
  size: Type.Integer(),
  /** px */
  width: Type.Integer(),
  /** px */
  height: Type.Integer(),
});

export type Image = Static<typeof Image>;
