import { messageLimit } from "./limits.ts";

/** A name that somebody made up may be any length: its middle is left out, so that what is said of it can be read. */
export function shortened(text: string): string {
  if (text.length <= messageLimit) return text;
  const half = messageLimit / 2;
  return `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed();
}
