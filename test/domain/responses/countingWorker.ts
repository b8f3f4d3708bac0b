import { parentPort, workerData } from "node:worker_threads";
import { openTables } from "../../../services/sessions/importing/openTables.ts";

/** Reads a file in this thread, whose heap is limited, twice. Answers with its rows. */
const [table] = await openTables(Buffer.from(workerData as Uint8Array), { encoding: null });
let rows = 0;
for (let time = 0; time < 2; time += 1) for await (const { cells } of table.rows()) rows += Math.min(cells.length, 1);
parentPort?.postMessage({ rows: rows / 2, columns: table.headers.length });
