import { jest } from "@jest/globals";
import pg from "pg";

/**
 * Returns the SQL with `part` in it that this process sends while `work` runs, with `?` for each text in it: MikroORM writes
 * values into the statement. Sorted, since statements at once have no order.
 */
export async function statementsWith(part: string, work: () => Promise<unknown>): Promise<string[]> {
  const sent = jest.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    const statements: unknown[] = sent.mock.calls.map(([statement]) => statement);
    const texts = statements.map((it) => (typeof it === "string" ? it : (it as { text: string }).text));
    return texts
      .filter((text) => text.includes(part))
      .map(withoutTexts)
      .toSorted();
  } finally {
    sent.mockRestore();
  }
}

const withoutTexts = (sql: string): string => sql.replaceAll(/ ?E?'(?:[^'\\]|\\.|'')*'/g, "?");

/** As many different words as a search may have, each a pattern's character too. */
export const manyWords = Array.from({ length: 20 }, (_, at) => `${at}%`).join(" ");
