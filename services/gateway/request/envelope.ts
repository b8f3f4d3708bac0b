import type { Envelope, Page, Paging } from "../../../shared/domain/paging.ts";

/**
 * Builds a list's envelope. `next` and `previous` are absolute and keep the other parameters (decisions §1). `address`
 * has no query.
 */
export function envelope<T>(page: Page<T>, paging: Paging, address: string, search: URLSearchParams): Envelope<T> {
  const { limit, offset } = paging;
  const { results, next_after: after, ...counted } = page;
  const hasMore = counted.count_is_exact === false ? results.length === limit : offset + limit < page.count;
  const hasNext = after === undefined ? hasMore : after !== null;
  const at = (start: number, from?: string | null) => linkTo(address, search, { offset: start, limit, after: from });
  return {
    ...counted,
    next: hasNext ? at(offset + limit, after) : null,
    previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
    results,
  };
}

interface Place extends Pick<Paging, "offset" | "limit"> {
  after: string | null | undefined;
}

function linkTo(address: string, search: URLSearchParams, { offset, limit, after }: Place): string {
  const link = new URLSearchParams(search);
  if (after) link.set("after", after);
  else link.delete("after");
  if (search.has("page") && offset % limit === 0) link.set("page", String(offset / limit + 1));
  else {
    link.delete("page");
    link.set("offset", String(offset));
  }
  return `${address}?${link}`;
}
