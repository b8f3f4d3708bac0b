import { mail as en } from "./en/mail.ts";
import { type Language, wordsFor } from "./languages.ts";
import type { MailWords } from "./words.ts";

/** Texts of emails to respondents by language. */
const mails = { en } satisfies Record<Language, MailWords>;

/** Returns the texts for a form's language (BCP 47), and the language that they are in. */
export function mailWords(tag: string): { words: MailWords; language: Language } {
  const language = wordsFor(tag);
  return { words: mails[language], language };
}
