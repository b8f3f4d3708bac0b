import { sameLanguage } from "../../shared/domain/graph/translations/translations.ts";
import { conflict } from "../../shared/platform/errors.ts";
import type { LiveFormRow } from "./store/liveForms.ts";
import { closedMessageIn } from "./store/translations.ts";
import type { Versions } from "./versions.ts";

/** Returns the 409 of a closed form: its own message in the language, or why it is closed. Permanent reasons come first. */
export async function closedForm(
  versions: Pick<Versions, "get" | "texts">,
  form: LiveFormRow,
  language: string | undefined,
  now: Date,
): Promise<Error> {
  const { closed_message: own, version_id } = form;
  if (!own) return conflict(closedMessage(form, now));
  if (language === undefined || version_id === null) return conflict(own);
  const { languages } = await versions.get(version_id);
  const tag = languages.find((one) => sameLanguage(one, language));
  const translated = tag === undefined ? undefined : closedMessageIn(await versions.texts(version_id, tag), own);
  return conflict(translated ?? own);
}

/** Returns whether no new session starts, also not later, unless the owner changes the form. */
export const isClosed = (form: LiveFormRow, now: Date): boolean =>
  !form.is_active || form.version_id === null || form.slug === null || form.is_full || isEnded(form, now);

const isEnded = ({ is_accepting_responses, closes_at }: LiveFormRow, now: Date): boolean =>
  !is_accepting_responses || (closes_at !== null && closes_at <= now);

function closedMessage(form: LiveFormRow, now: Date): string {
  const { opens_at, is_full } = form;
  if (isEnded(form, now)) return "This form is closed.";
  if (is_full) return "This form has reached its response limit.";
  if (opens_at && opens_at > now) return `This form isn't open yet. It opens at ${opens_at.toISOString()}.`;
  return "This form is closed.";
}
