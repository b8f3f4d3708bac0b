/** Options of lists (decisions §1). */
export const byName = { ordering: ["name", "created"], default: "-created", search: false } as const;
export const byNameSearched = { ...byName, search: true } as const;
/** By name first, as people look for it. */
export const byNameFirst = { ordering: ["name", "created"], default: "name", search: true } as const;
export const byMember = { ordering: ["name", "created", "last_active"], default: "name", search: true } as const;
export const byCreated = { ordering: ["created"], default: "-created", search: false } as const;
/** `created` is the order of the file that they are from. */
export const byLink = { ordering: ["reference", "created"], default: "-created", search: true } as const;
export const byOccurred = { ordering: ["occurred_at"], default: "-occurred_at", search: false } as const;
export const byEntry = {
  ordering: ["occurred_at"],
  default: "-occurred_at",
  search: false,
  boundedCount: true,
} as const;
export const byFormFields = {
  ordering: ["title", "slug", "created", "modified"],
  default: "-created",
  search: true,
} as const;
export const byTemplateFields = {
  ordering: ["title", "category", "question_count"],
  default: "title",
  search: true,
} as const;
export const byVersion = {
  ordering: ["version_number", "published_at"],
  default: "-version_number",
  search: false,
} as const;

export const bySessionFields = {
  ordering: [
    "started_at",
    "completed_at",
    "duration_seconds",
    "total_score",
    "answers_count",
    "status",
    "version_number",
  ],
  default: "-started_at",
  search: true,
  boundedCount: true,
} as const;

export const byDelivery = {
  ordering: ["created", "duration_ms", "response_code", "status", "event"],
  default: "-created",
  search: true,
} as const;
