/** Migrations in their order. A process that has nothing to migrate loads only these names. */
export const names = [
  "0001-search",
  "0002-rollups",
  "0003-hours",
  "0004-scores",
  "0005-audit-outbox",
  "0006-parts",
  "0007-results",
] as const;
