import type { Dialect } from "../expressions/scope.ts";

/** How XPath computes and compares in ODK and Enketo. */
export const xpathDialect: Dialect = {
  ignoresCase: false,
  setEquals: "equals_set",
  missing: "unknown",
  needsAll: true,
  hasEmptyText: true,
  ordersEmpty: false,
  hasUnknown: false,
  needsBoolean: false,
  hasTextTruths: true,
  countsDays: true,
  comparesLoosely: false,
  times: null,
};
