/** Texts of the Translations page. */
import { counted, numberText } from "../numbers.ts";

export const title = "Translations";
export const languages = "Languages";
export const original = "Original";
export const sizeOf = (questions: number, texts: number) =>
  `${counted(questions, "question", "questions")}, ${counted(texts, "text", "texts")}`;
export const percent = (percent: number) => `${percent}%`;
export const translated = "translated";

export const emptyTitle = "One language so far";
export const emptyText =
  "Add a language. Respondents see the form in their language, and you see all answers together.";
export const emptyReadOnly = "This form has no translations.";
export const noTexts = "No texts yet";
export const noTextsText = "Add questions in the builder first.";
export const toBuilder = "Open builder";
export const addLanguage = "Add a language";
export const add = "Add language";
export const language = "Language";
export const otherLanguage = "Other…";
export const tag = "Language tag";
export const tagHint = "BCP 47, such as gsw or es-419.";
export const noLanguage = "Enter a language tag such as gsw or es-419.";
export const isOwn = "This is the form’s own language. Choose another one.";
export const isThere = "The form already has this language. Choose another one.";
export const limitReached = (limit: number) => `A form can have up to ${limit} more languages.`;
export const added = (name: string) => `${name} added.`;

export const languageMenu = (name: string) => `Actions for ${name}`;
export const remove = "Remove language";
export const removed = (name: string) => `${name} removed.`;

export const fill = "Import translations";
export const filling = "Reading the file…";
export const filled = "Translations imported.";
export const nothingNew = "The file has no new translations.";
export const notFilled = "Couldn’t save your changes first. Try again when they’re saved.";
export const wrongFile = "Choose a CSV or XLIFF file.";
export const download = "Export for translators";
export const csv = "CSV with all languages";
export const csvForExcel = "CSV for Excel";
export const xliff = (name: string) => `XLIFF for ${name}`;

export const texts = { all: "All", todo: "To do" };
export const missing = "Missing";
export const changedSince = "Original changed";
export const whichTexts = "Which texts";
export const search = "Search texts";
export const nothingFound = "No texts match.";
export const allDone = "Everything is translated.";
export const showAll = "Show all texts";

export const textsOf = (language: string) => `Texts in ${language}`;
export const ofForm = "Form";
export const pageTitle = (first: string) => `Page “${first}”`;
export const scoreTitle = (first: string) => `Score “${first}”`;
export const missingIn = (count: number) => `${count} missing`;
export const changedIn = (count: number) => `${count} changed`;

/** Labels of texts by the part of their key after the question. */
export const fields = {
  title: "Title",
  description: "Description",
  image_alt: "Image text",
  button_text: "Button",
  placeholder: "Placeholder",
  yes_label: "Yes",
  no_label: "No",
  unit: "Unit",
  closed_message: "When closed",
};
export const labels = { left: "Left label", center: "Center label", right: "Right label" };
const letter = (number: number) => (number <= 26 ? String.fromCharCode(64 + number) : String(number));
export const numbered = {
  options: (number: number, isAlt: boolean) => (isAlt ? `Image text ${letter(number)}` : `Choice ${letter(number)}`),
  rows: (number: number) => `Row ${number}`,
  columns: (number: number) => `Column ${number}`,
  fields: (number: number) => `Field ${number}`,
  bands: (number: number) => `Band ${number}`,
  valid_if: (number: number) => `Check ${number}`,
};

export const addTranslation = "Add a translation";
export const cell = (label: string, question: string, language: string) => `${label}, ${question}, in ${language}`;
export const outdatedSince = (day: string) => `The original changed since ${day}.`;
export const stillRight = "Keep translation";
export const stillRightFor = (label: string) => `Keep translation: ${label}`;
export const confirmed = "Translation kept.";
export const notConfirmed = "Couldn’t mark it. Check your connection and try again.";
export const lacksInsert = (names: string) => `Missing: ${names}`;
export const foreignInsert = (names: string) => `Not in the original: ${names}`;
export const insert = "Insert";
export const tooLong = (limit: number) => `Up to ${numberText(limit)} characters.`;
export const before = "Before:";
export const now = "now:";

export const nextText = "next text";
export const nextTodo = "next to do";
export const copyOriginal = "copy the original";
export const position = (at: number, count: number) => `Text ${numberText(at)} of ${numberText(count)}`;
export const isLast = "No more texts to do.";

export const preview = "Preview";
export const previewIn = (language: string) => `Preview in ${language}`;
export const fallsBack = (language: string) => `Texts without a translation appear in ${language}.`;
export const device = "Device";
export const devices = { phone: "Phone", computer: "Computer" };
export const frame = "Question in the language";

export const steps = {
  translate: "translation",
  add: (name: string) => `add ${name}`,
  remove: (name: string) => `remove ${name}`,
  copy: "copy the original",
};
export const cancel = "Cancel";
export const choose = "Choose a language";
export const nameIn = (english: string, native: string) => (english === native ? english : `${english} (${native})`);
