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

function closedMessage({ is_accepting_responses, opens_at, closes_at, is_full }: LiveFormRow, now: Date): string {
  if (!is_accepting_responses || (closes_at && closes_at <= now)) return "This form is closed.";
  if (is_full) return "This form has reached its response limit.";
  if (opens_at && opens_at > now) return `This form isn't open yet. It opens at ${opens_at.toISOString()}.`;
  return "This form is closed.";
}
