import type { Notice } from "../walk/notice.ts";
import type { RespondentState, Screen } from "../walk/state.ts";
import { fill, words, wordsLocale } from "../words.ts";

type NoticeScreen = Extract<
  Screen,
  "sending" | "closed" | "not_open" | "over_limit" | "not_found" | "deleted" | "late" | "unsupported"
>;

type Said = Pick<RespondentState, "message" | "opensAt">;

const said = () => words.notices;

const notices: Record<NoticeScreen, (facts: Said) => Notice> = {
  sending: () => ({ title: said().sendingTitle, text: said().sending }),
  closed: ({ message }) => ({
    title: said().closedTitle,
    ...(message ? { message, text: "" } : { text: said().closed }),
  }),
  over_limit: () => ({ title: said().fullTitle, text: said().closed }),
  not_open: ({ message, opensAt }) => ({
    title: said().notOpenTitle,
    message,
    text: opensAt ? fill(said().notOpen, { time: momentText(opensAt) }) : "",
  }),
  not_found: () => ({ title: said().notFoundTitle, text: said().notFound }),
  deleted: () => ({ title: said().deletedTitle, text: said().deleted }),
  late: ({ message }) => ({
    title: words.changes.lateTitle,
    text: fill(words.changes.late, { time: momentText(message ?? "") }),
  }),
  unsupported: () => ({ title: said().unsupportedTitle, text: said().unsupported }),
};

/** Returns null if the screen isn't a notice. */
export function noticeOf(screen: Screen, facts: Said): Notice | null {
  return screen in notices ? notices[screen as NoticeScreen](facts) : null;
}

/** Formats an ISO timestamp in the reader's time zone. The gateway doesn't know it and uses UTC. */
export function momentText(timestamp: string): string {
  const format: Intl.DateTimeFormatOptions = { calendar: "gregory", dateStyle: "long", timeStyle: "short" };
  const zone = typeof document === "undefined" ? { timeZone: "UTC" } : {};
  const text = new Intl.DateTimeFormat(wordsLocale(), { ...format, ...zone }).format(new Date(timestamp));
  return typeof document === "undefined" ? `${text} UTC` : text;
}
