/** Second half of the monolith's twin: PostgreSQL behind NATS. */
import { connect, JSONCodec, type Msg } from "nats";
import pg from "pg";
import { stepsOn } from "./steps.ts";
import { schema } from "./table.ts";

type Question = { id: string; body: { node_id: string; value: number } };

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(schema);
const nats = await connect({ servers: process.env.NATS_URL });
const json = JSONCodec<unknown>();
const steps = stepsOn(pool);
const serve = (subject: string, run: (question: Question) => Promise<object | null>) => {
  const answer = async (message: Msg) => message.respond(json.encode(await run(json.decode(message.data) as Question)));
  nats.subscribe(subject, { callback: (_error, message) => void answer(message) });
};
serve("twin.start", () => steps.start());
serve("twin.next", ({ id, body }) => steps.next(id, body));
serve("twin.complete", ({ id }) => steps.complete(id));
