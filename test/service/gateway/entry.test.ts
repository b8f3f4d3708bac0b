import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import {
  longestRefusalMs,
  openEntryGate,
  refusalDelayMs,
  refusalSpacingMs,
} from "../../../services/gateway/admission/entry.ts";

const usual = { headers: { "content-length": "100" } };
const response = () => new EventEmitter() as unknown as ServerResponse;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("admits 60 requests and frees the room of one that ends or is refused, once", () => {
  const gate = openEntryGate();
  const isAdmitted = (res: ServerResponse) => gate.enter(usual, res, () => undefined);
  const inside = Array.from({ length: 60 }, response);
  expect(inside.map(isAdmitted)).not.toContain(false);
  expect(isAdmitted(response())).toBe(false);
  const [first, second] = inside as [ServerResponse, ServerResponse];
  first.emit("close");
  expect([isAdmitted(response()), isAdmitted(response())]).toEqual([true, false]);
  gate.refuse(usual, second, () => undefined);
  second.emit("close");
  expect([isAdmitted(response()), isAdmitted(response())]).toEqual([true, false]);
});

/** Sends `count` requests with bodies of `bytes` that end as soon as they begin; the first `gone` clients leave before. */
function beginning(count: number, bytes: number, gone = 0): () => number {
  const gate = openEntryGate();
  let [begun, sent] = [0, 0];
  const send = () => {
    for (; sent < count; sent += 1) {
      const res = Object.assign(response(), { destroyed: sent < gone });
      const isAdmitted = gate.enter({ headers: { "content-length": String(bytes) } }, res, () => {
        begun += 1;
        setImmediate(() => {
          res.emit("close");
          send();
        });
      });
      if (!isAdmitted) return;
      if (res.destroyed) res.emit("close");
    }
  };
  send();
  return () => begun;
}

test("begins 60 requests and then one each 20 ms", () => {
  const begun = beginning(300, 100);
  expect(begun()).toBe(60);
  jest.advanceTimersByTime(1_000);
  expect(begun()).toBeGreaterThan(100);
  expect(begun()).toBeLessThan(120);
  jest.advanceTimersByTime(10_000);
  expect(begun()).toBe(300);
});

test("begins large requests one each 200 ms", () => {
  const begun = beginning(60, 900_000);
  expect(begun()).toBe(6);
  jest.advanceTimersByTime(1_000);
  expect(begun()).toBeLessThan(13);
  jest.advanceTimersByTime(15_000);
  expect(begun()).toBe(60);
});

test("skips requests whose clients have gone", () => {
  const begun = beginning(120, 100, 60);
  jest.advanceTimersByTime(100);
  expect(begun()).toBe(60);
});

test("sends a refusal after two seconds, unless the client has gone", () => {
  const gate = openEntryGate();
  const sent: string[] = [];
  const [patient, gone] = [response(), response()];
  gate.refuse(usual, patient, () => sent.push("patient"));
  gate.refuse(usual, gone, () => sent.push("gone"));
  gone.emit("close");
  jest.advanceTimersByTime(refusalDelayMs - 1);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(2);
  expect(sent).toEqual(["patient"]);
});

test("sends concurrent refusals one after the other", () => {
  const gate = openEntryGate();
  let sent = 0;
  for (let count = 0; count < 400; count += 1)
    gate.refuse(usual, response(), () => {
      sent += 1;
    });
  jest.advanceTimersByTime(refusalDelayMs + 1);
  expect(sent).toBe(1);
  jest.advanceTimersByTime(refusalSpacingMs * 100);
  expect(sent).toBe(101);
  jest.advanceTimersByTime(refusalSpacingMs * 299);
  expect(sent).toBe(400);
});

test("sends refusals of large requests five times a second, and usual ones beside them", () => {
  const gate = openEntryGate();
  const sent = { large: 0, usual: 0 };
  const large = { headers: { "content-length": "900000" } };
  for (let count = 0; count < 100; count += 1) gate.refuse(large, response(), () => sent.large++);
  gate.refuse(usual, response(), () => sent.usual++);
  jest.advanceTimersByTime(refusalDelayMs + 1);
  expect(sent).toEqual({ large: 1, usual: 1 });
  jest.advanceTimersByTime(2_000);
  expect(sent.large).toBe(11);
});

test("sends each refusal within 30 seconds", () => {
  const gate = openEntryGate();
  let sent = 0;
  for (let count = 0; count < 5_000; count += 1)
    gate.refuse(usual, response(), () => {
      sent += 1;
    });
  jest.advanceTimersByTime(longestRefusalMs + 1);
  expect(sent).toBe(5_000);
});
