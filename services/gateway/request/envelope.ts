import type { Envelope, Page, Paging } from "../../../shared/api/paging.ts";
import { jsonWith } from "../../../shared/domain/json.ts";
import { largeBytes } from "../http/sending.ts";

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

/**
 * Writes a list as JSON, row by row for time slices: a page of responses with their answers can have 25 MB. A large one becomes bytes,
 * because joining, hashing and encoding a text of that size takes a tenth of a second.
 */
export function* writingList<T>({ results, ...counted }: Envelope<T>): Generator<void, string | Buffer> {
  const rows: string[] = [];
  for (const row of results) {
    rows.push(JSON.stringify(row));
    yield;
  }
  const length = rows.reduce((sum, row) => sum + row.length, 0);
  if (length <= largeBytes) return jsonWith<Envelope<T>, "results">(counted, "results", `[${rows.join()}]`);
  const parts = [Buffer.from(`${JSON.stringify(counted).slice(0, -1)},"results":[`)];
  for (const [at, row] of rows.entries()) {
    parts.push(Buffer.from(at === 0 ? row : `,${row}`));
    yield;
  }
  return Buffer.concat([...parts, Buffer.from("]}")]);
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
