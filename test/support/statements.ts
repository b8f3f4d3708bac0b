import { jest } from "@jest/globals";
import pg from "pg";

/**
 * Returns the SQL that contains `part` and that this process sends while `work` runs, sorted, with `?` for each text, because
 * MikroORM inlines values.
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

/** The maximum number of distinct search words, each with a pattern character. */
export const manyWords = Array.from({ length: 20 }, (_, at) => `${at}%`).join(" ");
