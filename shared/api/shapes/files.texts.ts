import { texts } from "../../domain/texts.ts";
import { FileQuery, UploadedFile, UploadQuery } from "./files.ts";

/** Texts of the API about the properties of files.ts. */
export const filesTexts = [
  texts(UploadedFile, {
    url: "URL to send as the answer.",
    name: "Name of the file as uploaded.",
    size: "Size of the file in bytes.",
    content_type: "Media type, found by the file's content.",
  }),
  texts(UploadQuery, { node_id: "The file question that the upload answers." }),
  texts(FileQuery, {
    expires: "Expiry of a signed link, in Unix seconds.",
    signature: "Signature of a signed link. Such a link needs no sign-in.",
  }),
];
