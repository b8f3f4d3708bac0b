import { imageTypes } from "../imageTypes.ts";
import { Closed, type Static, Type, Uuid } from "../schema.ts";

/** Images that owners upload for options, themes and descriptions (decisions §9.2). */

/** bytes */
export const imageSizeLimit = 5 * 2 ** 20;
/** px a side */
export const imageSideLimit = 8_000;

export const Image = Closed({
  id: Uuid(),
  /** what themes and options name */
  url: Type.String(),
  /** found by its content */
  content_type: Type.Enum(imageTypes),
  /** bytes */
  size: Type.Integer(),
  /** px */
  width: Type.Integer(),
  /** px */
  height: Type.Integer(),
});

export type Image = Static<typeof Image>;
