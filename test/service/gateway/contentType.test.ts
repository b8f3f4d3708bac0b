import { expect, test } from "@jest/globals";
import { supportedMimeTypes } from "file-type";
import { contentTypeOf } from "../../../services/gateway/files/contentType.ts";
import { isAccepted, isRecognized, recognized } from "../../../shared/domain/mediaTypes.ts";

/** How the type of an uploaded file is recognized (decisions §5). */
const utf16 = (text: string, isBigEndian = false): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
};
const windows = Buffer.from("Stra\u00dfe;Stra\u00dfe \u0096 \u0080 5\r\n", "latin1");

test.each<[string, Buffer, string, string]>([
  ["a table in windows-1252", windows, "list.csv", "text/csv"],
  ["a text in windows-1252", windows, "NOTES.TXT", "text/plain"],
  ["a table in UTF-16", utf16("Straße;1\n"), "list.csv", "text/csv"],
  ["a text in UTF-16, big endian", utf16("Straße", true), "list.txt", "text/plain"],
  ["a text in UTF-8", Buffer.from("Straße"), "list", "text/plain"],
  ["bytes that are no text", Buffer.from([1, 2, 3, 0xff]), "list.csv", "application/octet-stream"],
  ["undefined bytes of windows-1252", Buffer.from("a\u0081b", "latin1"), "list.csv", "application/octet-stream"],
  ["a text in windows-1252 under another name", windows, "list.bin", "application/octet-stream"],
  ["a PDF", Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n", "latin1"), "a.pdf", "application/pdf"],
  ["a PDF after other bytes", Buffer.concat([Buffer.alloc(1024), Buffer.from("%PDF-1.4")]), "a", "application/pdf"],
  [
    "a late mark of a PDF",
    Buffer.concat([Buffer.alloc(1025), Buffer.from("%PDF-1.4")]),
    "a",
    "application/octet-stream",
  ],
  ["a text about PDF", Buffer.from("Begin with %PDF-"), "a.txt", "text/plain"],
])("recognizes %s", async (_, head, name, type) => {
  expect(await contentTypeOf(head, name)).toBe(type);
});

test.each([
  ["image/jpeg", "image/jpg"],
  ["audio/x-m4a", "audio/mp4"],
  ["audio/mpeg", "audio/mp3"],
  ["audio/ogg; codecs=opus", "audio/opus"],
  ["application/zip", "application/x-zip-compressed"],
])("accepts %s where %s is", (type, wanted) => {
  expect(isAccepted(type, [wanted])).toBe(true);
  expect(isRecognized(wanted)).toBe(true);
});

test("knows every type that file-type recognizes", () => {
  const types = [...supportedMimeTypes].filter((type) => !isRecognized(type));
  expect(types).toEqual([]);
  expect(["image/foo", "application/x-own", "chemical/*"].filter(isRecognized)).toEqual([]);
  expect(isRecognized("image/*")).toBe(true);
  expect(recognized.has("text/csv")).toBe(true);
});
