export const linkFilters = [
  "unanswered",
  "completed",
  "undeliverable",
  "unused",
  "started",
  "expired",
  "revoked",
] as const;

/** State of the list of personal links. */
export interface LinksSearch {
  show?: (typeof linkFilters)[number] | undefined;
  search?: string | undefined;
  page?: number | undefined;
}
