import { texts } from "../texts.ts";
import { UploadedFile } from "./files.ts";

/** Texts of the API about the properties of files.ts. */
export const filesTexts = [
  texts(UploadedFile, {
    url: "URL to send as the answer.",
    name: "Name of the file as uploaded.",
    size: "Size of the file in bytes.",
    content_type: "Media type, found by the file's content.",
  }),
];
