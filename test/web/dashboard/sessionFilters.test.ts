import {
  isFiltered,
  isReversed,
  readSessionFilters,
  responsesHref,
} from "../../../services/web/dashboard/form/sessionFilters.ts";
import { parseSearch } from "../../../services/web/dashboard/url/search.ts";

const filters = {
  status: "completed",
  version: 3,
  started_at_from: "2026-01-31",
  started_at_to: "2026-02-28",
  search: "a & b",
  answer: { food: "burger", rating: "7", cells: "soup.good" },
} as const;

test("reads filters back from the URL", () => {
  const href = responsesHref("lunch", filters);
  expect(href).toMatch(/^\/forms\/lunch\/responses\?/);
  expect(readSessionFilters(parseSearch(new URL(href, "http://x").search))).toEqual(filters);
  expect(responsesHref("lunch", {})).toBe("/forms/lunch/responses");
});

test("drops invalid filter values", () => {
  const read = readSessionFilters({
    status: "done",
    version: "0",
    started_at_from: "2026-02-30",
    started_at_to: "tomorrow",
    search: "",
  });
  expect(isFiltered(read)).toBe(false);
  expect(readSessionFilters({ version: "2147483648" }).version).toBeUndefined();
  expect(readSessionFilters({ version: "1.5" }).version).toBeUndefined();
  expect(readSessionFilters({ search: "x".repeat(600) }).search).toHaveLength(500);
});

test("keeps up to ten answers, and leaves out what the service would refuse", () => {
  const many = Array.from({ length: 12 }, (_, at) => `answer.q${at}=a`).join("&");
  expect(Object.keys(readSessionFilters(parseSearch(many)).answer ?? {})).toHaveLength(10);
  for (const wrong of ["answer.=a", "answer.a%20b=c", "answer.q=", "answer=a", "answer.q=a&answer=b"]) {
    expect(readSessionFilters(parseSearch(wrong)).answer).toBeUndefined();
  }
  expect(responsesHref("lunch", { answer: { food: "a b" } })).toBe("/forms/lunch/responses?answer.food=a+b");
});

test("detects reversed dates without a request", () => {
  expect(isReversed({ started_at_from: "2026-02-02", started_at_to: "2026-02-01" })).toBe(true);
  expect(isReversed({ started_at_from: "2026-02-01", started_at_to: "2026-02-01" })).toBe(false);
  expect(isReversed({ started_at_from: "2026-02-01" })).toBe(false);
});
