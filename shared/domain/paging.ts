/** The conventions of list endpoints (spec §Conventions for list endpoints, decisions §1). */
export const pageSizeDefault = 20;
export const pageSizeLimit = 100;

/** What a list action is asked for; the gateway has checked it against the route's `ListOptions`. */
export interface Paging {
  limit: number;
  offset: number;
  ordering: Ordering;
  search: string | null;
}

export interface Ordering {
  field: string;
  descending: boolean;
}

/** What a list action answers; the gateway makes the envelope out of it. */
export interface Page<T> {
  count: number;
  results: T[];
}

/** What a list endpoint answers with; `next` and `previous` are absolute addresses. */
export interface Envelope<T> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** What a list endpoint supports: its row in the route table names these. */
export interface ListOptions {
  ordering: readonly string[];
  /** newest first, decisions §1 */
  default: string;
  search: boolean;
}

/** What `ordering` may say: each field, and with `-` for descending. */
export const orderingsOf = ({ ordering }: Pick<ListOptions, "ordering">): string[] =>
  ordering.flatMap((field) => [field, `-${field}`]);

export const parseOrdering = (text: string): Ordering =>
  text.startsWith("-") ? { field: text.slice(1), descending: true } : { field: text, descending: false };
