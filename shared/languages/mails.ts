import { mail as ar } from "./ar/mail.ts";
import { mail as bn } from "./bn/mail.ts";
import { mail as de } from "./de/mail.ts";
import { mail as en } from "./en/mail.ts";
import { mail as es } from "./es/mail.ts";
import { mail as fa } from "./fa/mail.ts";
import { mail as fr } from "./fr/mail.ts";
import { mail as he } from "./he/mail.ts";
import { mail as hi } from "./hi/mail.ts";
import { mail as id } from "./id/mail.ts";
import { mail as it } from "./it/mail.ts";
import { mail as ja } from "./ja/mail.ts";
import { mail as ko } from "./ko/mail.ts";
import { type Language, wordsFor } from "./languages.ts";
import { mail as nl } from "./nl/mail.ts";
import { mail as pl } from "./pl/mail.ts";
import { mail as pt } from "./pt/mail.ts";
import { mail as ru } from "./ru/mail.ts";
import { mail as sw } from "./sw/mail.ts";
import { mail as tr } from "./tr/mail.ts";
import { mail as uk } from "./uk/mail.ts";
import { mail as vi } from "./vi/mail.ts";
import type { MailWords } from "./words.ts";
import { mail as zh } from "./zh/mail.ts";

/** Texts of emails to respondents by language. */
const mails = {
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  tr,
  uk,
  ru,
  ar,
  he,
  fa,
  hi,
  bn,
  zh,
  ja,
  ko,
  id,
  vi,
  sw,
} satisfies Record<Language, MailWords>;

/** Returns the texts for a form's language (BCP 47), and the language that they are in. */
export function mailWords(tag: string): { words: MailWords; language: Language } {
  const language = wordsFor(tag);
  return { words: mails[language], language };
}
