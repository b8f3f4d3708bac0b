import { randomUUID } from "node:crypto";
import type pg from "pg";
import { nodeAt, pathTo, questionCount, statements } from "./table.ts";

/** Runs a respondent's three requests on the database only. Null if the guard rejects one. */
export interface Steps {
  start(): Promise<object>;
  next(id: string, body: { node_id: string; value: number }): Promise<object | null>;
  complete(id: string): Promise<object | null>;
}

export function stepsOn(pool: pg.Pool): Steps {
  return {
    async start() {
      const id = randomUUID();
      const { rows } = await pool.query({ ...statements.start, values: [id] });
      return { id, current_node_id: nodeAt(1), traversal_path: pathTo(1), status: "in_progress", ...rows[0] };
    },
    async next(id, { node_id, value }) {
      const { rows } = await pool.query({
        ...statements.next,
        values: [id, node_id, value, Number(node_id.slice(1))],
      });
      const [row] = rows;
      if (!row) return null;
      const path = pathTo(row.current);
      return { next_node_id: nodeAt(row.current), is_complete: row.current > questionCount, traversal_path: path };
    },
    async complete(id) {
      const { rows } = await pool.query({ ...statements.complete, values: [id] });
      const [row] = rows;
      return row ? { id, status: "completed", total_score: row.score, completed_at: row.completed_at } : null;
    },
  };
}
