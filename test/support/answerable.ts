declare const window: { early?: unknown[] | undefined };

/** Runs in a respondent page: true if it takes keys and taps (services/web/respondent/hearEarly.ts). */
export const isAnswerable = (): boolean => "early" in window && window.early === undefined;
