import type { UploadedFile } from "../../../shared/api/shapes/files.ts";
import type { Image } from "../../../shared/api/shapes/images.ts";
import type { FileReservation } from "../../../shared/bus/contract.ts";
import { invalid, unsupportedMediaType } from "../../../shared/platform/errors.ts";
import type { Request } from "../http/request.ts";
import { imageHeadBytes, imageTypeOf, sizeOf } from "./imageSize.ts";
import { faultOfPng } from "./png.ts";
import { receiveFile } from "./receive.ts";

/** Receives a respondent's file (decisions §5). */
export function takeUpload(request: Request, reservation: FileReservation): Promise<UploadedFile> {
  const { call, path } = request;
  const { id, accept, max_bytes, is_drawing: isDrawing = false } = reservation;
  const file = { id, session_id: path.session_id };
  return receiveFile(request, {
    reservation,
    ...(isDrawing && { headLimit: max_bytes + 1, examine: refuseBroken }),
    refusal: (type) => `File type ${type} isn't accepted. This question accepts ${accept.join(", ")}.`,
    renew: () => call("sessions.renewFile", file),
    release: () => call("sessions.releaseFile", file),
    commit: ({ name, size, content_type }) => call("sessions.commitFile", { ...file, name, size, content_type }),
  });
}

/** Throws 400 for a drawing that costs too much to decode, and 415 for one that isn't an image. */
async function refuseBroken(file: Buffer): Promise<void> {
  const fault = await faultOfPng(file);
  if (fault?.isCostly) throw invalid([`file: ${fault.reason}`]);
  if (fault !== null) throw unsupportedMediaType(`This drawing isn't accepted: the PNG ${fault.reason}.`);
}

/** Receives an owner's image (decisions §9.2). Measures it without decoding. */
export async function takeImage(request: Request, reservation: FileReservation): Promise<Image> {
  const { call, baseUrl } = request;
  const { id } = reservation;
  let sides = { width: 0, height: 0 };
  const image = await receiveFile(request, {
    reservation,
    headLimit: imageHeadBytes,
    examine: (head, type) => {
      sides = sizeOf(head, type);
    },
    refusal: (type) => `File type ${type} isn't accepted. Upload a PNG, JPEG, WebP, GIF or AVIF image.`,
    renew: () => call("forms.renewImage", { id }),
    release: () => call("forms.releaseImage", { id }),
    commit: ({ size, content_type }) =>
      call("forms.commitImage", { id, content_type: imageTypeOf(content_type), size, ...sides }),
  });
  return { ...image, url: `${baseUrl}/api/v2/r/image/${id}/` };
}
