declare const window: { early?: { type: string }[] | undefined };

/** Runs in a respondent page: true if it takes keys and taps (services/web/respondent/earlySubmit.ts). */
export const isAnswerable = (): boolean =>
  "early" in window && window.early?.every(({ type }) => type !== "answerable") !== true;
