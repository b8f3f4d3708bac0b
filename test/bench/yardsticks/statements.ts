/**
 * Lower bound: the same statements without HTTP, for a number of respondents and seconds. Prints its result like the load
 * generator (test/bench/respondents/generator.ts).
 */
import { performance } from "node:perf_hooks";
import pg from "pg";
import { stepsOn } from "./steps.ts";
import { questionCount, schema } from "./table.ts";

const [respondents = 1, seconds = 1] = process.argv.slice(2).map(Number);
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(schema);
const steps = stepsOn(pool);
const latencies: number[] = [];
let sessions = 0;

async function timed<T>(step: Promise<T>): Promise<T> {
  const begun = performance.now();
  const result = await step;
  latencies.push(performance.now() - begun);
  return result;
}

async function respond(until: number): Promise<void> {
  while (performance.now() < until) {
    const { id } = (await timed(steps.start())) as { id: string };
    for (let place = 1; place <= questionCount; place++) {
      await timed(steps.next(id, { node_id: `q${place}`, value: place }));
    }
    await timed(steps.complete(id));
    sessions++;
  }
}

const begun = performance.now();
await Promise.all(Array.from({ length: respondents }, () => respond(begun + seconds * 1000)));
console.log(JSON.stringify({ sessions, seconds: (performance.now() - begun) / 1000, latencies, faults: [] }));
await pool.end();
