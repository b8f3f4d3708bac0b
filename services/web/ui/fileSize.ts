import { tooLarge } from "../strings/en/dashboard/app.ts";
import { PlainError } from "./plainError.ts";

/** Limit of imports and images, 5 MiB. */
const fileLimit = 5 * 1024 * 1024;

/** Throws before the upload of a file that the service would refuse. */
export function refuseLarge(file: File): void {
  if (file.size > fileLimit) throw new PlainError(tooLarge(file.name));
}
