import type { ResumeMail } from "../../../shared/bus/contract/integrations.ts";
import { sameLanguage } from "../../../shared/domain/graph/translations/translations.ts";
import { copyFrame, frameIn, ownersFrame, viewResponse, viewResponses } from "../../../shared/domain/mail/frames.ts";
import type { Group } from "../../../shared/domain/mail/letter.ts";
import { defanged } from "../../../shared/domain/names.ts";
import { filled } from "../../../shared/languages/words.ts";
import { boundedContent } from "../../../shared/platform/mail/boundedContent.ts";
import type { Written } from "../../../shared/platform/mail/send.ts";
import type { MailRow } from "../store/mails.ts";
import { answerLines, fill, type LanguageOf, type MailContext, plain, responseUrl } from "./content.ts";

/** Maximum responses in a daily email. The others are counted. */
export const digestLimit = 50;

const subjectLimit = 300;

/** Removes line breaks and control characters, which could add headers. */
export const headerText = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, subjectLimit)
    .toWellFormed();

/** Writes the email about one session to an owner's address. */
export function ownersLetter(mail: MailRow, context: MailContext, address: string, stopUrl: string): Written {
  return {
    subject: subjectOf(mail, context),
    letter: {
      ...boundedContent(fill(mail.text, context), answersOf(mail, context)),
      ...ownersFrame({
        title: context.form.title,
        address,
        button: { url: responseUrl(context), label: viewResponse },
        server: context.baseUrl,
        stopUrl,
      }),
    },
  };
}

/** Writes the copy of a respondent's answers, in the form's colors. It links to nothing, because the recipient can't sign in. */
export function respondentsLetter(mail: MailRow, context: MailContext): Written {
  const frame = copyFrame(context.form.title, context.language ?? "en", context.theme);
  const { subject, text, language } = templatesIn(mail, context.language);
  const mark = (tag: string | null | undefined) => (tag && !sameLanguage(tag, frame.language) ? tag : undefined);
  const languageOf: LanguageOf = (key) => mark(context.untranslated?.has(key) ? context.ownLanguage : context.language);
  return {
    subject: subjectOf({ subject }, context),
    letter: {
      ...boundedContent(fill(text, context), answersOf(mail, context, languageOf)),
      ...frame,
      languages: { heading: languageOf("title"), paragraphs: mark(language ?? context.ownLanguage) },
    },
  };
}

/** Returns the owner's texts in a language, or those as they were written, without one. */
export function templatesIn(
  { subject, text, translations }: Pick<MailRow, "subject" | "text" | "translations">,
  language: string | null | undefined,
) {
  const tag = language ? Object.keys(translations).find((one) => sameLanguage(one, language)) : undefined;
  const own = tag === undefined ? undefined : translations[tag];
  return own ? { ...own, language: tag } : { subject, text, language: undefined };
}

/** Writes the email with a link to finish a session later (wants §23), in the form's colors. */
export function resumeLetter({ title, theme }: ResumeMail["form"], url: string, language: string): Written {
  const frame = frameIn(language, theme);
  return {
    subject: headerText(filled(frame.words.resumeSubject, { title })),
    letter: {
      ...frame.letter,
      heading: title,
      paragraphs: [{ text: frame.say("resumeText", {}) }],
      groups: [],
      isCut: false,
      button: { url, label: frame.say("resume", {}) },
      footer: frame.say("resumeReason", { title }),
      stopUrl: null,
    },
  };
}

const subjectOf = (mail: Pick<MailRow, "subject">, context: MailContext): string =>
  headerText(plain(fill(mail.subject, context)));

const answersOf = (mail: MailRow, context: MailContext, languageOf?: LanguageOf): Group[] =>
  mail.include_answers ? [{ heading: [], lines: answerLines(context, languageOf) }] : [];

/** Such as `Nov 21, 2026, 15:37`. */
const inWords = new Intl.DateTimeFormat("en-US", {
  dateStyle: "medium",
  timeStyle: "short",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** Writes a daily email. Recalls of single answers are blank, because it is about several responses. */
export function digestLetter(
  mail: MailRow,
  contexts: readonly MailContext[],
  total: number,
  address: string,
  stopUrl: string,
): Written | null {
  const [first] = contexts;
  if (!first) return null;
  const form = first.form;
  const listUrl = `${first.baseUrl}/forms/${form.slug}/responses`;
  const blank = { ...first, session: { ...first.session, answers: [], hidden: {} } };
  const template = (text: string) => text.replaceAll("{{response:url}}", listUrl);
  const groups = contexts.map((context) => {
    const at = inWords.format(Date.parse(context.session.completed_at ?? context.session.started_at));
    const heading = [{ url: responseUrl(context), label: `Response from ${at} UTC` }];
    return { heading, lines: mail.include_answers ? answerLines(context) : [] };
  });
  const further = total - contexts.length;
  const summary = `${total} ${total === 1 ? "response" : "responses"}.${further > 0 ? ` The first ${contexts.length} are below.` : ""}`;
  return {
    subject: subjectOf({ subject: template(mail.subject) }, blank),
    letter: {
      ...boundedContent([...fill(template(mail.text), blank), { text: `\n\n${summary}` }], groups),
      ...ownersFrame({
        title: form.title,
        address,
        button: { url: listUrl, label: viewResponses },
        server: first.baseUrl,
        stopUrl,
      }),
    },
  };
}

/**
 * Writes the question whether an address wants a form's emails. `asker`: the account's user, such as "Ada (ada@x.org)". Its subject
 * has neither the title nor a name, because anybody can choose them and the address (features §17).
 */
export function questionLetter(title: string, asker: string, confirmUrl: string): Written {
  return {
    subject: "Confirm your email address",
    letter: {
      heading: "Confirm your email address",
      paragraphs: [
        {
          text: `${defanged(asker)} wants to send you email notifications about responses to the form “${defanged(title)}”.\n\nTo receive them, confirm your address within 7 days. If you don’t want them, ignore this email.`,
        },
      ],
      groups: [],
      isCut: false,
      button: { url: confirmUrl, label: "Confirm" },
      footer: `${defanged(asker)} added your address. We won’t email you again unless you confirm.`,
      stopUrl: null,
    },
  };
}
