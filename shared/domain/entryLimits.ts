import * as limits from "./limits.ts";

/**
 * Limits of responses and personal links, which hold for every way in: `start`, links, `next`, `complete` and imports. Answers have the
 * limits of their questions as well. test/api/entryLimits.test.ts tries one over each, by each way.
 */
export const entryLimits = {
  hidden_value: limits.hiddenValueLimit,
  hidden_fields: limits.hiddenFieldLimit,
  session_bytes: limits.sessionBytesLimit,
  number_digits: limits.digitLimit,
  language: limits.languageTagLimit,
  reference: limits.referenceLimit,
  email: limits.addressLimit,
  user_agent: limits.userAgentLimit,
} as const;
