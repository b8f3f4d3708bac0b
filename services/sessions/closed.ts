import { sameLanguage } from "../../shared/domain/graph/translations/translations.ts";
import { conflict } from "../../shared/platform/errors.ts";
import type { LiveFormRow } from "./store/liveForms.ts";
import { closedMessageIn } from "./store/translations.ts";
import type { Versions } from "./versions.ts";

/**
 * Returns the 409 of a closed form: its own message in the language, or why it is closed. Permanent reasons come first. `code`
 * says which, so that pages show their own text unless it is `closed_message`.
 */
export async function closedForm(
  versions: Pick<Versions, "get" | "texts">,
  form: LiveFormRow,
  language: string | undefined,
  now: Date,
): Promise<Error> {
  const { closed_message: own, version_id } = form;
  if (!own) return closedBecause(form, now);
  if (language === undefined || version_id === null) return withMessage(own);
  const { languages } = await versions.get(version_id);
  const tag = languages.find((one) => sameLanguage(one, language));
  const translated = tag === undefined ? undefined : closedMessageIn(await versions.texts(version_id, tag), own);
  return withMessage(translated ?? own);
}

const withMessage = (message: string): Error => conflict(message, { code: "closed_message" });

/** Returns whether no new session starts, also not later, unless the owner changes the form. */
export const isClosed = (form: LiveFormRow, now: Date): boolean =>
  !form.is_active || form.version_id === null || form.slug === null || form.is_full || isEnded(form, now);

const isEnded = ({ is_accepting_responses, closes_at }: LiveFormRow, now: Date): boolean =>
  !is_accepting_responses || (closes_at !== null && closes_at <= now);

function closedBecause(form: LiveFormRow, now: Date): Error {
  const { opens_at, is_full } = form;
  if (!isEnded(form, now)) {
    if (is_full) return conflict("This form has reached its response limit.", { code: "response_limit" });
    const detail = `This form isn't open yet. It opens at ${opens_at?.toISOString()}.`;
    if (opens_at && opens_at > now) return conflict(detail, { code: "not_open" });
  }
  return conflict("This form is closed.", { code: "form_closed" });
}
