import type { Written } from "../../../shared/platform/mail/send.ts";
import { type ButtonTo, type LetterName, letters, type Text } from "./texts.ts";

export interface Recipient {
  email: string;
  name: string;
}

export interface Content {
  name: LetterName;
  to: Recipient;
  about: object;
  /** the workspace that it is about */
  account_id?: string;
}

/** Writes a letter. `server`: its address without a trailing slash, if it is known (BASE_URL). */
export function written({ name, about, account_id: workspace }: Content, server: string | undefined): Written {
  const query = workspace === undefined ? "" : `?workspace=${workspace}`;
  const buttonTo: ButtonTo = (label, path) =>
    server === undefined ? undefined : { label, url: `${server}${path}${query}` };
  const write = letters[name] as (about: object, to: ButtonTo) => Text;
  const { subject, heading = subject, paragraphs, button = null, notes, reason } = write(about, buttonTo);
  const letter = {
    heading,
    isOurs: true as const,
    paragraphs: [{ text: paragraphs.join("\n\n") }],
    groups: [],
    isCut: false,
    button,
    footer: reason,
  };
  return { subject, letter: { ...letter, ...(notes && { notes }), server, stopUrl: null } };
}
