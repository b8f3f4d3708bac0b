import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openGuides } from "../../../services/gateway/guides/guides.ts";
import { type Limits, openLimits } from "../../../services/gateway/limits/limits.ts";

/** Searches in the guides have a limit of their own, because each costs as much as hundreds of pages. */
let server: Server;
let limits: Limits;

beforeAll(async () => {
  Object.assign(process.env, { RATE_LIMITS: "on" });
  limits = openLimits(console as never);
  const guides = openGuides();
  server = createServer((req, res) => {
    const answer = guides.answering(req, res);
    answer?.({ limits } as never).catch(({ code }: { code: number }) => res.writeHead(code).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await limits.close();
});

test("the 61st search in a minute is refused, pages aren't", async () => {
  const get = (path: string) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  const statuses = new Set<number>();
  for (let count = 0; count < 60; count += 1) statuses.add((await get("/docs?q=zz")).status);
  expect([...statuses]).toEqual([200]);
  expect((await get("/docs?q=zz")).status).toBe(429);
  expect((await get("/docs/?q=zz")).status).toBe(429);
  expect((await get("/docs?page=2")).status).toBe(200);
});
