/**
 * `node generator.ts <url> <slug> <respondents> <seconds> <questions> [<pause>]`: respondents on separate connections who
 * repeatedly fill in the form and check the responses, with a pause of so many ms before each request. Prints a `Load` as JSON.
 */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./connection.ts";

export interface Load {
  /** sessions completed with the correct score */
  sessions: number;
  seconds: number;
  /** times of all requests in ms */
  latencies: number[];
  /** first few errors */
  faults: string[];
}

const faultLimit = 5;

/** A form with this many consecutive scales `q1`, `q2` … */
interface Form {
  slug: string;
  questions: number;
  /** ms before each request */
  pause: number;
}

async function generate(url: URL, form: Form, respondents: number, seconds: number): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: respondents }, () => Connection.open(url)));
  const load: Load = { sessions: 0, seconds: 0, latencies: [], faults: [] };
  const begun = performance.now();
  const until = begun + seconds * 1000;
  await Promise.all(connections.map((connection, seed) => respond(connection, form, seed, until, load)));
  load.seconds = (performance.now() - begun) / 1000;
  for (const connection of connections) connection.close();
  return load;
}

async function respond(connection: Connection, form: Form, seed: number, until: number, load: Load): Promise<void> {
  for (let round = seed; performance.now() < until && load.faults.length < faultLimit; round++) {
    try {
      await oneSession(connection, form, round, load.latencies);
      load.sessions++;
    } catch (error) {
      load.faults.push(error instanceof Error ? error.message : String(error));
    }
  }
}

async function oneSession(connection: Connection, form: Form, round: number, latencies: number[]): Promise<void> {
  const post = async (path: string, body: object, status: number) => {
    if (form.pause > 0) await sleep(form.pause * (0.5 + Math.random()));
    const begun = performance.now();
    const answer = await connection.post(path, JSON.stringify(body));
    latencies.push(performance.now() - begun);
    if (answer.status !== status) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const { id } = await post(`/api/v2/r/${form.slug}/start/`, {}, 201);
  let score = 0;
  for (let place = 1; place <= form.questions; place++) {
    const value = (round + place) % 11;
    score += value;
    const step = await post(`/api/v2/r/session/${id}/next/`, { node_id: `q${place}`, value }, 200);
    const isLast = place === form.questions;
    if (step.is_complete !== isLast) throw new Error(`after q${place}: ${JSON.stringify(step)}`);
  }
  const completed = await post(`/api/v2/r/session/${id}/complete/`, {}, 200);
  if (completed.status !== "completed" || completed.total_score !== score) {
    throw new Error(`completed with ${completed.total_score} instead of ${score}`);
  }
}

const [url = "", slug = "", ...numbers] = process.argv.slice(2);
const [respondents = 1, seconds = 1, questions = 5, pause = 0] = numbers.map(Number);
console.log(JSON.stringify(await generate(new URL(url), { slug, questions, pause }, respondents, seconds)));
