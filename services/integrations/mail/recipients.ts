import { eventWithoutPersonal } from "../../../shared/api/personal.ts";
import type { SessionEvent } from "../../../shared/api/shapes/events.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import { isEmailAddress } from "../../../shared/domain/emailAddress.ts";
import { takesFiles } from "../../../shared/domain/questions/index.ts";
import { loadWords } from "../../../shared/languages/pages.ts";
import { ownAddress } from "../../../shared/platform/env.ts";
import type { Written } from "../../../shared/platform/mail/send.ts";
import { judge } from "../conditions.ts";
import { type DigestEntry, entriesOf, recordSkipped, takeEntries } from "../store/mailDigests.ts";
import type { MailRow } from "../store/mails.ts";
import type { Claimed, DailyDigest } from "../store/queue.ts";
import type { MailContext } from "./content.ts";
import type { MailingContext, Recipient, Recipients } from "./deliver.ts";
import { digestLetter, digestLimit, ownersLetter, respondentsLetter } from "./letters.ts";
import { tokenFor } from "./links.ts";

/** Returns the recipients of the email about one event: the owners, or the respondent. */
export const eventRecipients: Recipients<SessionEvent> = async (context, delivery, mail) => {
  const { payload } = delivery;
  const shown = await shownIn(context, delivery, payload);
  const content = shown && (await contentOf(context, mail, shown));
  if (!content) return "later";
  if (mail.to_node_id === null) {
    const replyTo = mail.reply_to_node_id === null ? null : emailIn(shown, mail.reply_to_node_id);
    return toOwners(mail, replyTo, (address, stopUrl) => ownersLetter(mail, content, address, stopUrl));
  }
  // the respondent's own address, which the copy needs in any case
  const address = emailIn(payload, mail.to_node_id);
  if (address === null) return [];
  return [{ address, copy_of: payload.data.session.id, reply_to: null, write: () => respondentsLetter(mail, content) }];
};

/** Returns the recipients of a daily email. Empty if every event is left out by its condition. */
export const dailyRecipients: Recipients<DailyDigest> = async (context, delivery, mail) => {
  const { pool } = context.database;
  const shown: MailContext[] = [];
  let total = 0;
  await takeEntries(pool, delivery);
  for await (const entries of entriesOf(pool, delivery)) {
    const skipped: DigestEntry[] = [];
    for (const entry of entries) {
      const verdict = await judge(entry, context.graphs);
      if (verdict === "unknown") return "later";
      if (verdict === "skip") skipped.push(entry);
      else total += 1;
      if (verdict === "skip" || shown.length >= digestLimit) continue;
      const event = await shownIn(context, delivery, entry.payload);
      const content = event && (await contentOf(context, mail, event));
      if (!content) return "later";
      shown.push(content);
    }
    if (skipped.length > 0) await recordSkipped(pool, delivery, skipped);
  }
  if (total === 0) return [];
  return toOwners(mail, null, (address, stopUrl) => digestLetter(mail, shown, total, address, stopUrl));
};

const toOwners = (
  mail: MailRow,
  replyTo: string | null,
  write: (address: string, stopUrl: string) => Written | null,
): Recipient[] =>
  mail.addresses
    .filter(({ state }) => state === "active")
    .map((address) => ({
      address: address.address,
      copy_of: null,
      reply_to: replyTo,
      write: () => write(address.address, `${baseUrlOf(mail)}/mail/stop?token=${tokenFor("stop", mail.id, address)}`),
    }));

/** Returns the event without personal data if the email leaves it out. Null if that can't be read at the moment. */
async function shownIn(
  { graphs }: MailingContext,
  { omits_personal }: Pick<Claimed<unknown>, "omits_personal">,
  event: SessionEvent,
): Promise<SessionEvent | null> {
  if (!omits_personal) return event;
  const nodes = await graphs.personalOf(event.data.form.id).catch(() => null);
  return nodes && eventWithoutPersonal(event, nodes);
}

/** Returns null if the version's graph can't be read at the moment. */
async function contentOf(
  { graphs, call }: MailingContext,
  mail: MailRow,
  { data }: SessionEvent,
): Promise<MailContext | null> {
  const { form, session } = data;
  const isCopy = mail.to_node_id !== null;
  // owners get the form's own texts
  const chosen = isCopy ? (session.language ?? null) : null;
  const found = await graphs.in(chosen, form.id, session.version_number).catch(() => null);
  if (!found?.graph || !found.plain) return null;
  // a translated title counts only while its original is the form's
  const translated = found.title?.source === form.title ? found.title.text : null;
  const title = translated ?? form.title;
  // of a form without translations, sessions have no language
  const language = isCopy ? (chosen ?? found.language ?? null) : null;
  const spoken = language === null ? null : { language, words: await loadWords(language) };
  const fileNames = isCopy ? await fileNamesOf(call, session) : null;
  const content = {
    form: { ...form, title },
    session,
    graph: found.plain,
    source: found.graph,
    baseUrl: baseUrlOf(mail),
  };
  const untranslated = new Set([...(found.untranslated ?? []), ...(translated === null ? ["title"] : [])]);
  const theme = isCopy ? found.theme : undefined;
  return { ...content, theme, fileNames, language, spoken, ownLanguage: found.language ?? null, untranslated };
}

/** Returns the names of a session's files by URL. None if they can't be read at the moment. */
async function fileNamesOf(
  call: Call,
  { id, answers }: Pick<SessionDetail, "id" | "answers">,
): Promise<Map<string, string>> {
  if (!answers.some(({ question_type }) => takesFiles(question_type))) return new Map();
  const { names } = await call("sessions.fileNames", { session_id: id }).catch(() => ({ names: {} }));
  return new Map(Object.entries(names));
}

export const baseUrlOf = ({ base_url }: Pick<MailRow, "base_url">): string =>
  ownAddress() ?? base_url.replace(/\/+$/, "");

/** Returns the address that a respondent entered, if it is one. */
function emailIn({ data }: SessionEvent, nodeId: string): string | null {
  const value = data.session.answers.find(({ node_id }) => node_id === nodeId)?.answer;
  return typeof value === "string" && isEmailAddress(value) ? value : null;
}
