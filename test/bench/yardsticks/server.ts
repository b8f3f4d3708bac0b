import Fastify, { type FastifyInstance } from "fastify";
import type { Steps } from "./steps.ts";

/** Serves the respondent paths (spec §Public respondent API) with Fastify. Checks only the guard. */
export function serveSteps(steps: Steps): FastifyInstance {
  const app = Fastify();
  const answer = (result: object | null) => {
    if (result === null) throw Object.assign(new Error("The session is elsewhere."), { statusCode: 409 });
    return result;
  };
  app.get("/readyz", () => ({ ready: true }));
  app.post("/api/v2/r/:slug/start/", async (_request, reply) => reply.status(201).send(await steps.start()));
  app.post<{ Params: { id: string }; Body: { node_id: string; value: number } }>(
    "/api/v2/r/session/:id/next/",
    async ({ params, body }) => answer(await steps.next(params.id, body)),
  );
  app.post<{ Params: { id: string } }>("/api/v2/r/session/:id/complete/", async ({ params }) =>
    answer(await steps.complete(params.id)),
  );
  return app;
}

export async function listen(app: FastifyInstance): Promise<void> {
  await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
  process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
}
