/** First half of the monolith's twin: HTTP by Fastify, with each step as a request over NATS. */
import { connect, JSONCodec } from "nats";
import { listen, serveSteps } from "./server.ts";

const nats = await connect({ servers: process.env.NATS_URL });
const json = JSONCodec<unknown>();
const ask = async (subject: string, question: unknown) => {
  const { data } = await nats.request(subject, json.encode(question), { timeout: 10_000 });
  return json.decode(data) as object;
};
const app = serveSteps({
  start: () => ask("twin.start", {}),
  next: (id, body) => ask("twin.next", { id, body }),
  complete: (id) => ask("twin.complete", { id }),
});
await listen(app);
