import type pg from "pg";

export interface Vacuumed {
  table: string;
  /** Pages of the table that were scanned. */
  pages: number;
  /** Accesses to pages of the table and its indexes. */
  buffers: number;
  /** Rows. */
  removed: number;
  /** Dead rows that an open transaction may still see. */
  kept: number;
  /** bytes */
  wal: number;
  cpuMs: number;
}

/** Vacuums a table and returns the work from the report of `VACUUM (VERBOSE)`. */
export async function vacuum(pool: pg.Pool, table: string): Promise<Vacuumed> {
  const client = await pool.connect();
  const notices: string[] = [];
  const listen = ({ message = "" }: { message?: string }) => notices.push(message);
  client.on("notice", listen);
  try {
    await client.query(`vacuum (verbose) ${table}`);
  } finally {
    client.off("notice", listen);
    client.release();
  }
  const finished = notices.filter((text) => text.startsWith("finished vacuuming")).join("\n");
  const total = (pattern: RegExp) => [...finished.matchAll(pattern)].reduce((sum, [, value]) => sum + Number(value), 0);
  return {
    table,
    pages: total(/(\d+) scanned \(/g),
    buffers: total(/buffer usage: (\d+) hits/g) + total(/buffer usage: .*?(\d+) (?:misses|reads)/g),
    removed: total(/tuples: (\d+) removed/g),
    kept: total(/(\d+) are dead but not yet removable/g),
    wal: total(/WAL usage: .*?(\d+) bytes/g),
    cpuMs: 1000 * (total(/CPU: user: ([\d.]+) s/g) + total(/system: ([\d.]+) s, elapsed/g)),
  };
}

/** Vacuums tables of events and deliveries. By default, only those that autovacuum would vacuum. */
export async function vacuumAll(pool: pg.Pool, isForced: boolean): Promise<Vacuumed[]> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ name: string }>(
    `select s.relid::regclass::text as name from pg_stat_all_tables s join pg_class c on c.oid = s.relid
      where c.relname ~ '^(events|deliveries|attempts|payloads)' and c.relkind = 'r' and ($1 or
        n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) or n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0))
        and (n_tup_ins > 0) order by 1`,
    [isForced],
  );
  const vacuums: Vacuumed[] = [];
  for (const { name } of rows) vacuums.push(await vacuum(pool, name));
  return vacuums;
}

export function vacuumLines(title: string, vacuums: Vacuumed[]): string[] {
  const tables = [...new Set(vacuums.map(({ table }) => table))];
  return [
    `| ${title} | runs | pages scanned | buffers | rows removed | dead rows kept by the last | WAL, MB | CPU, s |`,
    "|---|---|---|---|---|---|---|---|",
    ...tables.map((table) => {
      const of = vacuums.filter((one) => one.table === table);
      const total = (key: "pages" | "buffers" | "removed") => sum(of.map((one) => one[key])).toLocaleString("en");
      const [wal, cpu] = [sum(of.map((one) => one.wal)) / 1e6, sum(of.map((one) => one.cpuMs)) / 1000];
      const row = [
        table,
        of.length,
        total("pages"),
        total("buffers"),
        total("removed"),
        of.at(-1)?.kept.toLocaleString("en"),
      ];
      return `| ${[...row, wal.toFixed(0), cpu.toFixed(1)].join(" | ")} |`;
    }),
  ];
}

export const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
