import { answerFilterLimit } from "../../../../shared/api/parameters.ts";
import type { SessionStatus } from "../../../../shared/api/shapes/sessions.ts";
import { referenceLimit } from "../../../../shared/domain/limits.ts";
import { searchLengthLimit } from "../../../../shared/domain/search.ts";
import { dayStart, earlierUtcDay, endOf, localDay, readBound, startOf } from "../url/days.ts";
import { stringifySearch } from "../url/search.ts";

/** Which sessions of a form a page is about: the API's own filters, as they stand in its address (decisions §6). */
export interface SessionFilters {
  status?: SessionStatus | undefined;
  version?: number | undefined;
  /** of responses; insights know none */
  language?: string | undefined;
  /** times, or UTC days, both counted */
  started_at_from?: string | undefined;
  started_at_to?: string | undefined;
  /** of responses, as `language` */
  tag?: string | undefined;
  is_flagged?: true | undefined;
  /** of the personal link */
  reference?: string | undefined;
  search?: string | undefined;
  /** by node id; `answer.<node_id>` each in the address */
  answer?: Record<string, string> | undefined;
}

const statuses: readonly string[] = ["completed", "in_progress", "abandoned"] satisfies SessionStatus[];
const nodeIdPattern = /^[A-Za-z0-9_-]{1,64}$/;
const versionLimit = 2_147_483_647;

/** Reads filters from the URL, without invalid values. */
export function readSessionFilters(search: Record<string, unknown>): SessionFilters {
  const { status, version, reference, search: text } = search;
  const number = Number(version);
  return {
    status: statuses.includes(String(status)) ? (status as SessionStatus) : undefined,
    version: Number.isInteger(number) && number >= 1 && number <= versionLimit ? number : undefined,
    started_at_from: readBound(search.started_at_from),
    started_at_to: readBound(search.started_at_to),
    reference: typeof reference === "string" && reference !== "" ? reference.slice(0, referenceLimit) : undefined,
    answer: readAnswers(search.answer),
    search: typeof text === "string" && text !== "" ? text.slice(0, searchLengthLimit) : undefined,
  };
}

function readAnswers(given: unknown): Record<string, string> | undefined {
  if (typeof given !== "object" || given === null) return undefined;
  const known = Object.entries(given).filter(([nodeId, value]) => nodeIdPattern.test(nodeId) && value !== "");
  return known.length > 0 ? Object.fromEntries(known.slice(0, answerFilterLimit)) : undefined;
}

export const isFiltered = (filters: SessionFilters): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** From after the end: the service would refuse it. */
export const isReversed = ({ started_at_from: from, started_at_to: to }: SessionFilters): boolean =>
  from !== undefined && to !== undefined && startOf(from) >= endOf(to);

/** The responses that match these filters. */
export const responsesHref = (slug: string, filters: SessionFilters & { ordering?: string }): string =>
  `/forms/${encodeURIComponent(slug)}/responses${stringifySearch({ ...filters })}`;

/** One response, beside the list of those that match these filters. */
export const responseHref = (slug: string, id: string, filters: SessionFilters): string =>
  `/forms/${encodeURIComponent(slug)}/responses/${id}${stringifySearch({ ...filters })}`;

/** The responses with this answer to a question, among those that match these filters. */
export const answerHref = (slug: string, filters: SessionFilters, nodeId: string, value: string): string =>
  responsesHref(slug, { ...filters, answer: { ...filters.answer, [nodeId]: value } });

/** Days of a period: the reader's, or in UTC without the right to read responses (teams §20.21.5). */
export type Days = "local" | "utc";

/** Returns the last `days` days, including today. */
export const presetRange = (days: number, now: Date, of: Days = "local"): SessionFilters => ({
  started_at_from: of === "utc" ? earlierUtcDay(now, days - 1) : dayStart(localDay(now, days - 1)),
  started_at_to: undefined,
});
