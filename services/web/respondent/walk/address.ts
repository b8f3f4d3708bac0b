/**
 * Returns whether the address of the page, or its entry in the history, gives answers (features §16). The gateway has neither.
 * prefill/address.ts reads them.
 */
export const hasGiven = ({ location, history }: Partial<Pick<Window, "location" | "history">> = globalThis): boolean =>
  /[?&#]answer\./.test(`${location?.href}${history?.state?.given}`);
