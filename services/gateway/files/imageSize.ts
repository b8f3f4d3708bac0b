import { imageDimensionsFromData } from "image-dimensions";
import { type Image, imageSideLimit } from "../../../shared/api/shapes/images.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { headBytes } from "./contentType.ts";

/**
 * Bytes to search for an image's width and height. Bounds the cost of a hostile file. In a JPEG, metadata of camera and
 * editor comes first.
 */
export const imageHeadBytes = 512 * 1024;

/** An animated PNG is a PNG for clients without animations. */
export const imageTypeOf = (sniffed: string): Image["content_type"] =>
  (sniffed === "image/apng" ? "image/png" : sniffed) as Image["content_type"];

/** Reads width and height in px from the header, without decoding. Throws 400. */
export function sizeOf(head: Buffer, contentType: string): Pick<Image, "width" | "height"> {
  const found = dimensionsOf(contentType === "image/jpeg" ? head : head.subarray(0, headBytes));
  if (!found || `image/${found.type}` !== imageTypeOf(contentType) || found.width === 0 || found.height === 0) {
    throw invalid(["file: must be an image with a readable width and height"]);
  }
  const { width, height } = found;
  if (Math.max(width, height) > imageSideLimit) {
    throw invalid([`file: must be at most ${imageSideLimit} px per side; this image is ${width} × ${height} px`]);
  }
  return { width, height };
}

/** The reader may fail on a hostile header. */
function dimensionsOf(head: Buffer) {
  try {
    return imageDimensionsFromData(head);
  } catch {
    return undefined;
  }
}
