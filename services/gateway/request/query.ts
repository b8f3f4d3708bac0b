import {
  type ListOptions,
  type Paging,
  pageSizeDefault,
  pageSizeLimit,
  parseOrdering,
} from "../../../shared/api/paging.ts";
import { type Check, checker, type TSchema } from "../../../shared/domain/schema.ts";
import { searchErrors } from "../../../shared/domain/search.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import type { Route } from "../http/request.ts";
import { knownParameters } from "./knownNames.ts";

/** Query parameters: a row's filters, and those of lists (spec §Conventions for list endpoints). */
export interface Query {
  query?: Record<string, unknown>;
  paging?: Paging;
}

const pagingNames = ["limit", "offset", "page", "ordering"];

/**
 * Reads a row's parameters and rejects others. Public endpoints and open shapes ignore unknown parameters (decisions
 * §1).
 */
export function queryReader(row: Route): (search: URLSearchParams) => Query {
  const properties: Record<string, TSchema> = row.query?.properties ?? {};
  const check = row.query ? checker(row.query, "query") : null;
  const own = Object.entries(properties).map(([name, schema]) => (isRecord(schema) ? `${name}.*` : name));
  const hasWorkspace = row.method === "GET" && row.needs !== null;
  const names = [...own, ...(row.list ? pagingNames : []), ...(row.list?.search ? ["search"] : [])];
  // on every owner's read, for links and downloads (teams §20.2)
  const isWorkspace = (name: string) => hasWorkspace && name === "workspace";
  const isKnown = (name: string) => names.includes(name) || isWorkspace(name) || keyIn(properties, name) !== null;
  const isList = (name: string) => Object.hasOwn(properties, name) && isArray(properties[name] as TSchema);
  const isOpen =
    row.query !== undefined && (row.query as { additionalProperties?: unknown }).additionalProperties !== false;
  return (search) => {
    if (row.auth === "public" && !row.query) return {};
    const used = [...new Set(search.keys())];
    const unknown = new Set(isOpen || row.auth === "public" ? [] : used.filter((name) => !isKnown(name)));
    const errors = [...used.flatMap((name) => nameErrors(search, name, unknown, isKnown, isList)), ...badTexts(search)];
    if (errors.length > 0) throw invalid(errors, unknown.size > 0 ? knownParameters(names) : undefined);
    const query = row.query && filters(search, properties, check);
    return { ...(query && { query }), ...(row.list && { paging: pagingOf(search, row.list) }) };
  };
}

/** Returns whether a schema has one parameter per key, such as `answer.q1`. */
const isRecord = (schema: TSchema): schema is { patternProperties: object } => "patternProperties" in schema;

/** Returns whether a parameter can be sent several times. */
const isArray = (schema: TSchema): boolean => "items" in schema;

/** Returns the record and the key that a parameter names, or null. */
function keyIn(properties: Record<string, TSchema>, name: string): { record: string; key: string } | null {
  const [record = "", ...rest] = name.split(".");
  const schema = Object.hasOwn(properties, record) ? properties[record] : undefined;
  const [pattern] = schema && isRecord(schema) ? Object.keys(schema.patternProperties) : [];
  const key = rest.join(".");
  return pattern !== undefined && new RegExp(pattern).test(key) ? { record, key } : null;
}

function nameErrors(
  search: URLSearchParams,
  name: string,
  unknown: ReadonlySet<string>,
  isKnown: (name: string) => boolean,
  isList: (name: string) => boolean,
): string[] {
  if (unknown.has(name)) return [`${name || '""'}: unknown query parameter`];
  return isKnown(name) && !isList(name) && search.getAll(name).length > 1 ? [`${name}: must be sent only once`] : [];
}

const badTexts = (search: URLSearchParams): string[] =>
  [...search]
    .filter(([, value]) => value.includes("\u0000"))
    .map(([name]) => `${name}: must not contain the character U+0000`);

function filters(
  search: URLSearchParams,
  properties: Record<string, TSchema>,
  check: Check | null,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, text] of search) {
    const part = keyIn(properties, name);
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (part) query[part.record] = { ...(query[part.record] ?? {}), [part.key]: text };
    else if (schema && isArray(schema)) query[name] ??= search.getAll(name);
    else if (schema) query[name] = readValue(text, schema);
  }
  const errors = check?.(query) ?? [];
  if (errors.length > 0) throw invalid(errors);
  return query;
}

/** Parses integers and booleans by schema. Invalid ones stay text. */
function readValue(text: string, schema: TSchema): unknown {
  const { type } = schema as { type?: string };
  if (type === "integer" && /^-?\d{1,15}$/.test(text)) return Number(text);
  return type === "boolean" && (text === "true" || text === "false") ? text === "true" : text;
}

function pagingOf(search: URLSearchParams, options: ListOptions): Paging {
  const errors: string[] = [];
  const limit = integer(search, "limit", 1, pageSizeLimit, pageSizeDefault, errors);
  const offset = integer(search, "offset", 0, Number.MAX_SAFE_INTEGER, 0, errors);
  const page = integer(search, "page", 1, 1e12, 1, errors);
  if (search.has("page") && search.has("offset")) errors.push("page: must not be combined with offset");
  const ordering = parseOrdering(search.get("ordering") ?? options.default);
  if (!options.ordering.includes(ordering.field)) {
    errors.push(`ordering: must be one of ${options.ordering.join(", ")}; prefix - for descending`);
  }
  errors.push(...searchErrors(search.get("search") ?? ""));
  if (errors.length > 0) throw invalid(errors);
  const text = search.get("search")?.trim();
  return { limit, offset: search.has("page") ? (page - 1) * limit : offset, ordering, search: text || null };
}

function integer(
  search: URLSearchParams,
  name: string,
  min: number,
  max: number,
  fallback: number,
  errors: string[],
): number {
  const text = search.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  errors.push(`${name}: must be an integer from ${min} to ${max}`);
  return fallback;
}
