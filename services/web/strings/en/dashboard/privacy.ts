/** Personal data of a form, and the words for a privacy notice. */

import { counted } from "./numbers.ts";

export const title = "Privacy";
export const text =
  "Answers that can identify someone. Members who read without personal data never see them, and integrations can leave them out.";
export const questions = "Questions";
export const personal = "Personal";
export const notPersonal = "Not personal";
export const isPersonal = (question: string): string => `${question}: personal data`;
export const publishToApply = "Publish to apply";
export const marked = "Saved in the draft. Publish the form to apply it.";
export const noQuestions = "This form has no questions yet.";
export const unpublished = "This form isn’t published yet. These are the questions of its draft.";
export const readers = "Readers";
export const reading = (all: number, anonymous: number): string =>
  anonymous === 0
    ? `${counted(all, "member reads", "members read")} all answers.`
    : `${counted(all, "member reads", "members read")} all answers, and ${counted(anonymous, "member reads", "members read")} them without personal data.`;
export const receivers = "Receivers";
export const noReceivers = "Nowhere. No integration or email notification sends them out.";
export const withPersonal = "With personal answers";
export const withoutPersonal = "Without personal answers";
export const notice = "Words for your privacy notice";
export const noticeHint = "Check that they are right for you, and add why you ask and whom to contact.";
export const copy = "Copy text";

/** Sentences of the notice. */
export const holds = (titles: readonly string[]): string =>
  titles.length === 0
    ? "This form asks for no personal data."
    : `This form asks for personal data: ${titles.join("; ")}.`;
export const alsoHolds = (count: number, personal: number): string => {
  if (count === 0) return "";
  return personal === 0
    ? `It asks ${counted(count, "question", "questions")}.`
    : `It also asks ${counted(count, "other question", "other questions")}.`;
};
export const technical =
  "With your answers, we store when you gave each of them, the language, and the name of your browser.";
export const hiddenFields = (names: readonly string[]): string =>
  names.length === 0 ? "" : `The link that you opened can add: ${names.join(", ")}.`;
export const keptFor = (days: number | null): string =>
  days === null
    ? "We keep your answers until we delete them."
    : `We delete your answers ${counted(days, "day", "days")} after your last activity.`;
export const personalKeptFor = (days: number): string =>
  `We delete personal data ${counted(days, "day", "days")} after your last activity.`;
export const readBy = (workspace: string, all: number, anonymous: number): string =>
  anonymous === 0
    ? `${counted(all, "person", "people")} at ${workspace} can read your answers.`
    : `${counted(all, "person", "people")} at ${workspace} can read your answers, and ${counted(anonymous, "person", "people")} can read them without personal data.`;
export const sentTo = (name: string, isOmitted: boolean): string =>
  isOmitted ? `We send your answers to ${name}, without personal data.` : `We send your answers to ${name}.`;
