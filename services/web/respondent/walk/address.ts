import type { Json } from "../../../../shared/domain/json.ts";

/** Answers of the page's personal link by node, if it has some (link/openLink.ts). */
export const byLink: { answers?: Readonly<Record<string, Json>> } = {};

/**
 * Returns whether a personal link, the address of the page, or its entry in the history gives answers (features §16). The gateway has neither.
 * prefill/address.ts reads them.
 */
export const hasGiven = ({ location, history }: Partial<Pick<Window, "location" | "history">> = globalThis): boolean =>
  byLink.answers !== undefined || /[?&#]answer\./.test(`${location?.href}${history?.state?.given}`);
