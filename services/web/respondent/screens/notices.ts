import * as words from "../../strings/en/page.ts";
import type { RespondentState, Screen } from "../walk/state.ts";

/** A screen with a message and no question. */
export interface Notice {
  title: string;
  /** the owner's message */
  message?: string | null;
  text: string;
}

type NoticeScreen = Extract<
  Screen,
  "sending" | "closed" | "not_open" | "over_limit" | "not_found" | "deleted" | "unsupported"
>;

type Said = Pick<RespondentState, "message" | "opensAt">;

const notices: Record<NoticeScreen, (said: Said, language: string) => Notice> = {
  sending: () => ({ title: words.sendingTitle, text: words.sendingText }),
  closed: ({ message }) => ({ title: words.closedTitle, ...closedNotice(message) }),
  over_limit: ({ message }) => ({ title: words.fullTitle, text: message ?? words.fullText }),
  not_open: ({ message, opensAt }, language) => ({
    title: words.notOpenTitle,
    message,
    text: opensAt ? words.notOpenText(momentText(opensAt, language)) : "",
  }),
  not_found: () => ({ title: words.notFoundTitle, text: words.notFoundText }),
  deleted: () => ({ title: words.deletedTitle, text: words.deletedText }),
  unsupported: () => ({ title: words.unsupportedTitle, text: words.unsupportedText }),
};

/** Without an owner's message, the service sends an English sentence. */
function closedNotice(message: string | null): Pick<Notice, "message" | "text"> {
  if (message === null || message === `${words.closedTitle}.`) return { text: words.closedText };
  return /^This form (is|has) /.test(message) ? { text: message } : { message, text: "" };
}

/** Returns null if the screen isn't a notice. */
export function noticeOf(screen: Screen, said: Said, language: string): Notice | null {
  return screen in notices ? notices[screen as NoticeScreen](said, language) : null;
}

/** Formats in the reader's time zone. The gateway doesn't know it and uses UTC. */
function momentText(timestamp: string, language: string): string {
  const format: Intl.DateTimeFormatOptions = { dateStyle: "long", timeStyle: "short" };
  const zone = typeof document === "undefined" ? { timeZone: "UTC" } : {};
  const text = new Intl.DateTimeFormat(language, { ...format, ...zone }).format(new Date(timestamp));
  return typeof document === "undefined" ? `${text} UTC` : text;
}
