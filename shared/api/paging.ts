/** The conventions of list endpoints (spec §Conventions for list endpoints, decisions §1). */
export const pageSizeDefault = 20;
export const pageSizeLimit = 100;

/** Paging parameters of a list action, which the gateway has checked against the route's `ListOptions`. */
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

/** Result of a list action. The gateway converts it to an envelope. */
export interface Page<T> {
  count: number;
  /** False if there are more than `count`. Omitted if it is exact. */
  count_is_exact?: false;
  /** of an endpoint with `counts` */
  counts?: Record<string, number>;
  results: T[];
  /**
   * Key of the last result if more follow, else null. The next page starts after it, without skipping `offset` rows. Undefined
   * if only `offset` finds the next page.
   */
  next_after?: string | null;
}

/** Response of a list endpoint. `next` and `previous` are absolute URLs. */
export interface Envelope<T> {
  count: number;
  count_is_exact?: false;
  next: string | null;
  previous: string | null;
  counts?: Record<string, number>;
  results: T[];
}

/** Options of a list endpoint. */
export interface ListOptions {
  ordering: readonly string[];
  /** newest first (decisions §1) */
  default: string;
  search: boolean;
  /** matches are counted up to a limit */
  boundedCount?: true;
}

/** Returns the values of `ordering`: each field, and with `-` for descending. */
export const orderingsOf = ({ ordering }: Pick<ListOptions, "ordering">): string[] =>
  ordering.flatMap((field) => [field, `-${field}`]);

export const parseOrdering = (text: string): Ordering =>
  text.startsWith("-") ? { field: text.slice(1), descending: true } : { field: text, descending: false };

/** of `after` in `next` links: the time of the row before the page, in µs since 1970, and its ID */
export const pageKeyPattern = "^\\d{1,16}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
