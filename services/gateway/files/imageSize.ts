import { imageDimensionsFromData } from "image-dimensions";
import { type Image, imageSideLimit } from "../../../shared/domain/shapes/images.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { headBytes } from "./contentType.ts";

/**
 * How much of an image's beginning is looked through for its width and height, which bounds what a hostile file costs. A JPEG
 * has what its camera and editor say of it before them; the others begin with them.
 */
export const imageHeadBytes = 512 * 1024;

/** An animated PNG is a PNG to everybody who does not know of animations. */
export const imageTypeOf = (sniffed: string): Image["content_type"] =>
  (sniffed === "image/apng" ? "image/png" : sniffed) as Image["content_type"];

/** Width and height in px, read from the header: nothing is decoded, so nothing small becomes large. Throws 400. */
export function sizeOf(head: Buffer, contentType: string): Pick<Image, "width" | "height"> {
  const found = dimensionsOf(contentType === "image/jpeg" ? head : head.subarray(0, headBytes));
  if (!found || `image/${found.type}` !== imageTypeOf(contentType) || found.width === 0 || found.height === 0) {
    throw invalid(["file: the width and height of this image cannot be read"]);
  }
  const { width, height } = found;
  if (Math.max(width, height) > imageSideLimit) {
    throw invalid([`file: must be at most ${imageSideLimit} px a side; this image has ${width} × ${height}`]);
  }
  return { width, height };
}

/** A hostile header may be more than the reader can take. */
function dimensionsOf(head: Buffer) {
  try {
    return imageDimensionsFromData(head);
  } catch {
    return undefined;
  }
}
