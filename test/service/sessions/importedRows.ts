import type { WalkedRows } from "../../../services/sessions/importing/child.ts";

/** Rows of a file of responses, walked. */
export const unrefused = { refusesInvalid: false, refusesIncomplete: false };
export const nothingMapped = { version: null, zone: null, encoding: null, date_order: null, columns: new Map() };

export const rowsOf = (count: number, isLast = false): WalkedRows => rowsFrom(1, count, isLast);

/** Rows behind a row of the file, where the header is the first. */
export const rowsFrom = (after: number, count: number, isLast: boolean): WalkedRows => ({
  rows: Array.from({ length: count }, (_, at) => ({
    row: Math.max(after, 1) + at + 1,
    identities: [`id:${Math.max(after, 1) + at - 1}`],
    refused: [],
    session: {
      status: "completed",
      started_at: "2025-01-02T10:00:00.000Z",
      completed_at: "2025-01-02T10:05:00.000Z",
      at: "2025-01-02T10:05:00.000Z",
      is_untimed: false,
      current_node_id: "end",
      total_score: 0,
      hidden: {},
      language: null,
      answers_bytes: 7,
      visits: { node_ids: ["name"], question_types: ["short_text"], answers: ['"Ada"'], scores: [null] },
      kept_calculations: null,
    },
  })),
  isLast,
  brokenOff: null,
});
