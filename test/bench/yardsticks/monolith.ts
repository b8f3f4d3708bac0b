/** Yardstick: Fastify and pg in one process, with one guarded prepared statement per step. */
import pg from "pg";
import { listen, serveSteps } from "./server.ts";
import { stepsOn } from "./steps.ts";
import { schema } from "./table.ts";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(schema);
await listen(serveSteps(stepsOn(pool)));
