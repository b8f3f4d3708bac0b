import * as words from "../../strings/en/page.ts";
import type { RespondentState, Screen } from "../walk/state.ts";

/** A page that says one thing, and offers nothing to answer. */
export interface Notice {
  title: string;
  text: string;
}

type NoticeScreen = Extract<Screen, "closed" | "not_open" | "over_limit" | "not_found" | "deleted" | "unsupported">;

type Said = Pick<RespondentState, "message" | "opensAt">;

const notices: Record<NoticeScreen, (said: Said, language: string) => Notice> = {
  closed: ({ message }) => ({ title: words.closedTitle, text: saysMore(message) ? message : words.closedText }),
  over_limit: ({ message }) => ({ title: words.fullTitle, text: message ?? words.fullText }),
  not_open: ({ message, opensAt }, language) => ({
    title: words.notOpenTitle,
    text: [message, opensAt && words.notOpenText(momentText(opensAt, language))].filter(Boolean).join(" "),
  }),
  not_found: () => ({ title: words.notFoundTitle, text: words.notFoundText }),
  deleted: () => ({ title: words.deletedTitle, text: words.deletedText }),
  unsupported: () => ({ title: words.unsupportedTitle, text: words.unsupportedText }),
};

/** Where the owner has written nothing, the service says what the title says. */
const saysMore = (message: string | null): message is string => message !== null && message !== `${words.closedTitle}.`;

/** Null: the screen is another one. */
export function noticeOf(screen: Screen, said: Said, language: string): Notice | null {
  return screen in notices ? notices[screen as NoticeScreen](said, language) : null;
}

/** In the reader's own time; the gateway's HTML, which does not know it, says UTC. */
function momentText(timestamp: string, language: string): string {
  const format: Intl.DateTimeFormatOptions = { dateStyle: "long", timeStyle: "short" };
  const zone = typeof document === "undefined" ? { timeZone: "UTC" } : {};
  const text = new Intl.DateTimeFormat(language, { ...format, ...zone }).format(new Date(timestamp));
  return typeof document === "undefined" ? `${text} UTC` : text;
}
