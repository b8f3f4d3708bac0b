import { randomUUID } from "node:crypto";
import { EventEmitter } from "node:events";
import { expect, test } from "@jest/globals";
import type { Request } from "../../../services/gateway/http/request.ts";
import { openMeter } from "../../../services/gateway/usage/meter.ts";
import type { Caller, UsageCount } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";

/** Counting an account's requests (decisions §2). */
const caller: Caller = { account_id: randomUUID(), user_id: null, key_id: randomUUID() };
const logger = { warn: () => undefined } as never;

function request(statusCode: number, isFinished = true): { request: Request; end(): void } {
  const res = Object.assign(new EventEmitter(), { statusCode, writableFinished: isFinished });
  const route = { method: "GET", path: "/api/v2/form/{slug}/" };
  return { request: { res, route } as unknown as Request, end: () => res.emit("close") };
}

test("sends its counts at shutdown, and repeats a failed batch with the same id", async () => {
  const seen: { flush_id: string; counts: UsageCount[] }[] = [];
  let fails = 1;
  const meter = openMeter(async (batch) => {
    seen.push(structuredClone(batch));
    if (fails-- > 0) throw new Error("auth is away");
  }, logger);
  for (const [status, isFinished] of [
    [200, true],
    [200, true],
    [404, true],
    [200, false],
  ] as const) {
    const { request: one, end } = request(status, isFinished);
    meter.follow(one, caller, performance.now());
    end();
  }
  const { request: nobodys, end } = request(200);
  meter.follow(nobodys, null, performance.now());
  end();
  await eventually(() => expect(seen).toHaveLength(1), 10);
  const { request: later, end: endLater } = request(200);
  meter.follow(later, caller, performance.now());
  endLater();
  await meter.close();
  expect(seen.map(({ flush_id }) => flush_id)).toEqual([seen[0]?.flush_id, seen[0]?.flush_id, seen[2]?.flush_id]);
  const taken = seen.slice(1).flatMap(({ counts }) => counts);
  const of = (statusClass: number) =>
    taken.filter((count) => count.status_class === statusClass).reduce((sum, { requests }) => sum + requests, 0);
  expect([of(2), of(4)]).toEqual([3, 2]);
}, 20_000);
