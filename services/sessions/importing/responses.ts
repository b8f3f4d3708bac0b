import { suggest, suggestFields } from "./columns/suggest.ts";
import { type Target, targetText } from "./columns/targets.ts";
import { isNamed, targetsOf } from "./columns.ts";
import { firstPass } from "./firstPass.ts";
import { type ImportForm, importForm } from "./form/questions.ts";
import { identities } from "./identity.ts";
import { withParts } from "./nested.ts";
import { planOf, responseOf } from "./readRow.ts";
import { Refusal } from "./refusal.ts";
import type { Mapping, Responses, TargetForm } from "./response.ts";
import type { Table } from "./table.ts";
import { hasUnmarked, zoneAt, zoneRequired } from "./times.ts";
import type { FileFacts } from "./values/reading.ts";
import { newColumnStyle } from "./values/styles.ts";

/**
 * Reads the table of a file that fits the form best as answers to it (wants §25). It reads all rows once, and again in `read`. Throws a
 * Refusal for a mapping that doesn't fit the table or the form. Times after `now` are refused.
 */
export async function openResponses(
  given: readonly [Table, ...Table[]],
  target: TargetForm,
  mapping: Mapping,
  now = new Date(),
): Promise<Responses> {
  const form = importForm(target);
  const table = await withParts(bestOf(given, form, mapping), form);
  const suggestions = suggest(table, form);
  const targets = targetsOf(table, form, suggestions, mapping);
  const pass = await firstPass(table, targets, suggestions);
  const isFit = (column: number) => !suggestions[column]?.isTentative || pass.styles[column]?.fits === true;
  const kept = targets.map((it, column) => (isNamed(table, column, mapping) || isFit(column) ? it : null));
  const named = targets.map((it, column) => (isNamed(table, column, mapping) ? it : null));
  await checkZone(table, kept, mapping);
  const facts: FileFacts = {
    source: table.source,
    dateOrder: mapping.date_order,
    prefersLabels: pass.hasLabels,
    styleOf: (column) => pass.styles[column] ?? newColumnStyle(),
    rowHeaders: (column) => table.rowsColumns?.find((it) => it.column === column)?.headers ?? [],
  };
  const plan = planOf(table, form, kept, facts, { zone: mapping.zone, now });
  return {
    source: table.source,
    rows: pass.rows,
    fits: kept.some((it, column) => it !== null && (it.kind !== "own" || named[column] !== null)),
    columns: [
      ...table.headers.map((header, column) => {
        const suggested = isFit(column) ? suggestions[column]?.target : null;
        return { header, suggestion: suggested ? targetText(suggested) : null, samples: pass.samples[column] ?? [] };
      }),
      ...leftOutOfRows(table, kept).map((header) => ({ header, suggestion: null, samples: [] })),
    ],
    brokenOff: table.brokenOff(),
    async *read() {
      const suggested = suggestions.map(({ target }, column) => (isFit(column) ? target : null));
      const identitiesOf = identities(table, kept, [named, suggested]);
      for await (const row of table.rows()) yield responseOf(plan, row, identitiesOf(row));
    },
  };
}

/** Returns the table with the most columns that the form or the mapping names, the first of several. */
function bestOf([first, ...others]: readonly [Table, ...Table[]], form: ImportForm, mapping: Mapping): Table {
  if (others.length === 0) return first;
  const countOf = (table: Table) => {
    const suggestions = suggest(table, form);
    return suggestions.filter(
      ({ target }, column) =>
        (target !== null && target.kind !== "own") || mapping.columns.has(table.headers[column] ?? ""),
    ).length;
  };
  let best = { table: first, count: countOf(first) };
  for (const table of others) {
    const count = countOf(table);
    if (count > best.count) best = { table, count };
  }
  return best.table;
}

/** Throws a Refusal if times have no zone. */
async function checkZone(table: Table, targets: readonly (Target | null)[], { zone }: Mapping): Promise<void> {
  const isTime = (target: Target | null | undefined) => target?.kind === "own" && target.field.endsWith("_at");
  const moments = targets.some((it, column) => isTime(it) && table.moments?.includes(column))
    ? (table.moments ?? [])
    : [];
  const times = targets.flatMap((it, column) => (isTime(it) ? [column] : []));
  const open = [...new Set([...times, ...moments])].filter((column) => zoneAt(table, column, zone) === null);
  if (await hasUnmarked(table, open)) throw new Refusal(zoneRequired);
}

/** Returns the columns of rows that aren't fields of their question, and sheets of groups within them. */
function leftOutOfRows(table: Table, targets: readonly (Target | null)[]): string[] {
  const found = (table.rowsColumns ?? []).flatMap(({ column, headers }) => {
    const target = targets[column];
    if (target?.kind !== "answer" || !target.question.fields) return [];
    const fields = suggestFields(target.question, headers, table.source);
    return headers.filter((_, at) => !fields[at]?.target).map((header) => `${table.headers[column]}/${header}`);
  });
  return [...found, ...(table.leftOut ?? [])];
}
