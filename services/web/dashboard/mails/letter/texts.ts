/** Subject and text of a letter. */
export interface Texts {
  subject: string;
  text: string;
}

/** by language tag */
export type Translations = Record<string, Texts>;

export const noTexts: Texts = { subject: "", text: "" };

/** Leaves out languages without texts. One without a subject has the form's. */
export const filledIn = (translations: Translations, subject: string): Translations =>
  Object.fromEntries(
    Object.entries(translations)
      .filter(([, texts]) => texts.subject.trim() !== "" || texts.text.trim() !== "")
      .map(([tag, texts]) => [tag, { ...texts, subject: texts.subject.trim() === "" ? subject : texts.subject }]),
  );

/** Returns the texts that a reader of this language gets, as the service sends them. */
export function textsIn(language: string | null, own: Texts, translations: Translations): Texts {
  return filledIn(translations, own.subject)[language ?? ""] ?? own;
}
