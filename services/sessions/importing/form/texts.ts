import { recallPattern } from "../../../../shared/domain/graph/recalls.ts";

/** Returns a text in NFC, trimmed, with each run of white space as one blank. */
export const spaced = (text: string): string => text.normalize("NFC").trim().replace(/\s+/g, " ");

/** The same without regard to case. */
export const folded = (text: string): string => spaced(text).toLowerCase();

/** Recalls of Pathform and of Typeform (`{{field:…}}`, `{{answer_…}}`). */
const anyRecall = /\{\{[^{}]*\}\}/g;

/** Returns a title as headers are compared: files have recalls as written, or filled with nothing. */
export const titleKey = (title: string): string => folded(title.replace(recallPattern, "").replace(anyRecall, ""));
