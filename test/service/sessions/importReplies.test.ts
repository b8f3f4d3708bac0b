import { Readable } from "node:stream";
import { expect, test } from "@jest/globals";
import { parseMapping } from "../../../services/sessions/importing/mapping.ts";
import { openReader } from "../../../services/sessions/imports/reader.ts";
import { countRefusals, emptyTally } from "../../../services/sessions/imports/tally.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { unrefused } from "./importedRows.ts";

/** Replies of the process that reads a file, which the service reads in one turn: whatever the rows are made of, they stay small. */
const replyLimit = 2.5 * 2 ** 20;

const list = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const numbers = (count: number): Graph =>
  chain(...(list(count, (at) => node(`n${at}`, "number")) as [ReturnType<typeof node>])) as Graph;
const hidden = list(50, (at) => `h${at}`);

const files: [string, { csv: string; graph: Graph; mapping?: object }][] = [
  [
    "refused cells",
    {
      csv: [list(900, (at) => `n${at}`), ...list(300, () => list(900, () => "x"))]
        .map((row) => row.join(","))
        .join("\n"),
      graph: numbers(900),
    },
  ],
  [
    "a header of a megabyte",
    {
      csv: ["h".repeat(1_000_000), ...list(300, () => "x")].join("\n"),
      graph: numbers(1),
      mapping: { columns: { "#1": "n0" } },
    },
  ],
  [
    "long ids",
    {
      csv: ["id,n0", ...list(300, (at) => `${at}${"i".repeat(100_000)},1`)].join("\n"),
      graph: numbers(1),
      mapping: { columns: { id: "id" } },
    },
  ],
  [
    "hidden values",
    {
      csv: [hidden, ...list(300, () => hidden.map(() => "v".repeat(1_000)))].map((row) => row.join(",")).join("\n"),
      graph: { ...numbers(1), hidden_fields: hidden },
      mapping: { columns: Object.fromEntries(hidden.map((key) => [key, `hidden:${key}`])) },
    },
  ],
];

test.each(files)("rows with %s come in small replies", async (_, { csv, graph, mapping }) => {
  const reader = await openReader(Readable.from([Buffer.from(csv)]));
  try {
    await reader.recognize(null);
    const created = new Date();
    const rules = {
      ...unrefused,
      created,
      oldest: null,
      oldestPersonal: null,
      personal: new Set<string>(),
      language: null,
    };
    const parsed = parseMapping(mapping ? JSON.stringify(mapping) : null);
    await reader.open({ graph, language: null, translations: [], mapping: parsed, rules });
    const tally = emptyTally();
    for (let replies = 0, after = 0; replies < 6; replies += 1) {
      const { rows } = await reader.rows(after, 200);
      expect(JSON.stringify(rows).length).toBeLessThan(replyLimit);
      for (const row of rows) countRefusals(tally, row);
      after = rows.at(-1)?.row ?? after;
    }
    // the answer to a dry run has them, and so has the import
    expect(JSON.stringify(tally).length).toBeLessThan(replyLimit);
  } finally {
    await reader.close();
  }
});
