import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { openAdmission, queueIntervalMs, startTimeoutMs } from "../../../services/gateway/admission/admission.ts";
import type { Load } from "../../../shared/api/endpoints/endpoint.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const limit = 1_600;
const startLimit = 200;
const queueLimit = 600;

/** A gateway that records the requests it begins and refuses. */
function openGateway() {
  const admission = openAdmission(limit);
  const begun: string[] = [];
  const refused: string[] = [];
  let inFlight = 0;
  const send = (load: Load | null, name: string = load ?? "probe") => {
    const req = { method: "POST", url: "/", headers: {} } as IncomingMessage;
    const res = Object.assign(new EventEmitter(), {
      writeHead(status: number, head: string[]) {
        refused.push(`${name} ${status} ${head[head.indexOf("Retry-After") + 1]}`);
        return res;
      },
      end: () => res,
    });
    admission.admit(load, req, res as unknown as ServerResponse, () => {
      begun.push(name);
      inFlight += 1;
      res.once("close", () => {
        inFlight -= 1;
      });
    });
    return res;
  };
  const sendMany = (count: number, load: Load) =>
    Array.from({ length: count }, (_, index) => send(load, `${load}#${index}`));
  return { begun, refused, send, sendMany, inFlight: () => inFlight };
}

const start = "start";
const step = "step";

describe("openAdmission", () => {
  test("admits steps up to the limit and answers 503 with Retry-After beyond it", () => {
    const { begun, refused, send, sendMany } = openGateway();
    const [first] = sendMany(limit, step);
    expect([begun.length, refused.length]).toEqual([limit, 0]);
    send(step, "one too many");
    expect(refused).toEqual(["one too many 503 2"]);
    first?.emit("close");
    send(step, "next");
    expect(begun.at(-1)).toBe("next");
    expect(refused).toHaveLength(1);
  });

  test("begins starts in an eighth of the limit and leaves the rest to steps", () => {
    const { begun, refused, sendMany } = openGateway();
    sendMany(startLimit + queueLimit, start);
    expect(begun).toHaveLength(startLimit);
    sendMany(limit - startLimit, step);
    expect(begun).toHaveLength(limit);
    expect(refused).toEqual([]);
  });

  test("counts steps in progress against the starts", () => {
    const { begun, sendMany } = openGateway();
    const steps = sendMany(startLimit + 100, step);
    sendMany(startLimit, start);
    jest.advanceTimersByTime(10 * queueIntervalMs);
    expect(begun).toHaveLength(startLimit + 100);
    for (const res of steps.slice(0, 101)) res.emit("close");
    jest.advanceTimersByTime(2 * queueIntervalMs);
    expect(begun.slice(startLimit + 100)).toEqual([`${start}#0`]);
  });

  test("begins waiting starts in order of arrival, before those that come later", () => {
    const { begun, send, sendMany } = openGateway();
    const [first, second] = sendMany(startLimit, start);
    send(start, "earlier");
    send(start, "later");
    first?.emit("close");
    send(start, "latest");
    jest.advanceTimersByTime(2 * queueIntervalMs);
    expect(begun.slice(startLimit)).toEqual(["earlier"]);
    second?.emit("close");
    jest.advanceTimersByTime(2 * queueIntervalMs);
    expect(begun.slice(startLimit)).toEqual(["earlier", "later"]);
  });

  test("begins no waiting start while sessions in progress only pause between two steps", () => {
    const { begun, sendMany } = openGateway();
    let steps = sendMany(startLimit, step);
    sendMany(3, start);
    for (let turn = 0; turn < 20; turn += 1) {
      for (const res of steps) res.emit("close");
      jest.advanceTimersByTime(queueIntervalMs / 5);
      steps = sendMany(startLimit, step);
      jest.advanceTimersByTime(queueIntervalMs / 5);
    }
    expect(begun.filter((name) => name.startsWith(start))).toEqual([]);
    for (const res of steps) res.emit("close");
    jest.advanceTimersByTime(2 * queueIntervalMs);
    expect(begun.filter((name) => name.startsWith(start))).toHaveLength(3);
  });

  test("begins a waiting start after two intervals however busy the gateway was before", () => {
    const { begun, send, sendMany } = openGateway();
    for (const res of sendMany(limit, step)) res.emit("close");
    const [first] = sendMany(startLimit, start);
    send(start, "waiting");
    first?.emit("close");
    jest.advanceTimersByTime(2 * queueIntervalMs);
    expect(begun).toContain("waiting");
  });

  test("accepts 700 concurrent starts and never has more than an eighth in progress", () => {
    const { begun, refused, sendMany, inFlight } = openGateway();
    const responses = sendMany(700, start);
    for (let round = 0; round < 20; round += 1) {
      expect(inFlight()).toBeLessThanOrEqual(startLimit);
      for (const res of responses.slice(0, begun.length)) res.emit("close");
      jest.advanceTimersByTime(queueIntervalMs);
    }
    expect([begun.length, refused.length]).toEqual([700, 0]);
  });

  test("refuses none of a crowd of 256 that answers in step", () => {
    const { begun, refused, sendMany } = openGateway();
    const all = sendMany(256, start);
    for (let round = 0; round < 5; round += 1) {
      // few begin while the others answer
      jest.advanceTimersByTime(1_000);
      all.shift()?.emit("close");
      jest.advanceTimersByTime(1_000);
      // their next starts come in the same turn as the end of their sessions
      const ended = all.splice(0, startLimit);
      for (const res of ended) res.emit("close");
      all.push(...sendMany(ended.length, start));
      jest.advanceTimersByTime(2 * queueIntervalMs);
    }
    expect(refused).toEqual([]);
    expect(begun.length).toBeGreaterThan(5 * startLimit);
  });

  test("answers 503 to starts beyond the queue", () => {
    const { refused, send, sendMany } = openGateway();
    sendMany(startLimit + queueLimit, start);
    send(start, "one too many");
    expect(refused).toEqual(["one too many 503 2"]);
  });

  test.each<[number, number]>([
    [3, 3],
    [5, 5],
    [20, 20],
    // a slower second in between
    [10, 2.5],
  ])("lets no start wait for a second while twice as many come as %s or %s per interval can begin", (usual, slow) => {
    const { begun, refused, send, sendMany } = openGateway();
    const responses = new Map(sendMany(startLimit, start).map((res, index) => [`${start}#${index}`, res]));
    const arrivals = new Map<string, number>();
    const waits: number[] = [];
    let ended = 0;
    for (let interval = 0; interval < 400; interval += 1) {
      const room = interval % 100 < 50 ? usual : slow;
      for (let index = 0; index < 2 * usual; index += 1) {
        const name = `${interval} ${index}`;
        arrivals.set(name, interval);
        responses.set(name, send(start, name));
      }
      const before = begun.length;
      for (const name of begun.slice(Math.floor(ended), Math.floor(ended + room))) responses.get(name)?.emit("close");
      ended += room;
      jest.advanceTimersByTime(queueIntervalMs);
      for (const name of begun.slice(before)) waits.push(interval - (arrivals.get(name) ?? 0));
    }
    expect(waits.length).toBeGreaterThan(195 * (usual + slow) - 10 * usual);
    expect(Math.max(...waits) * queueIntervalMs).toBeLessThan(1_000);
    expect(refused.length).toBeGreaterThan(350 * usual);
  });

  test("lets a few more than can begin wait, however slow the gateway is", () => {
    const { begun, refused, sendMany } = openGateway();
    const responses = sendMany(startLimit + startLimit / 2, start);
    for (let second = 0; second < 4; second += 1) {
      responses[begun.length - startLimit]?.emit("close");
      jest.advanceTimersByTime(1_000);
      sendMany(1, start);
    }
    expect([begun.length, refused.length]).toEqual([startLimit + 4, 0]);
  });

  test("answers 503 to a start that waits for too long and never begins it", () => {
    const { begun, refused, send, sendMany } = openGateway();
    const [first] = sendMany(startLimit, start);
    send(start, "waiting");
    jest.advanceTimersByTime(startTimeoutMs - 1);
    expect(refused).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(refused).toEqual(["waiting 503 2"]);
    first?.emit("close");
    jest.advanceTimersByTime(2 * queueIntervalMs);
    expect(begun).toHaveLength(startLimit);
  });

  test("doesn't refuse a start that waited and has begun", () => {
    const { begun, refused, send, sendMany } = openGateway();
    const [first] = sendMany(startLimit, start);
    send(start, "waiting");
    first?.emit("close");
    jest.advanceTimersByTime(startTimeoutMs);
    expect(begun.at(-1)).toBe("waiting");
    expect(refused).toEqual([]);
  });

  test("skips a waiting start whose client has gone", () => {
    const { begun, refused, send, sendMany } = openGateway();
    const [first] = sendMany(startLimit, start);
    send(start, "gone").emit("close");
    send(start, "waiting");
    first?.emit("close");
    jest.advanceTimersByTime(startTimeoutMs);
    expect(begun.slice(startLimit)).toEqual(["waiting"]);
    expect(refused).toEqual([]);
  });

  test("admits probes, sign-in and transfers without a limit", () => {
    const { begun, refused, send, sendMany } = openGateway();
    sendMany(limit, step);
    for (const load of [null, "entry", "transfer"] as const) send(load);
    expect(begun.slice(limit)).toEqual(["probe", "entry", "transfer"]);
    expect(refused).toEqual([]);
  });
});
