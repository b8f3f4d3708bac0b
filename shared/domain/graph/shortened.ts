import { messageLimit } from "./limits.ts";

/** Shortens a message by omitting its middle, because names in it can have any length. */
export function shortened(text: string): string {
  if (text.length <= messageLimit) return text;
  const half = messageLimit / 2;
  return `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed();
}
