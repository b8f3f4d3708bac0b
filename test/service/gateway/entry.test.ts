import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, jest, test } from "@jest/globals";
import {
  admitEntry,
  beginEntry,
  isEntry,
  longestRefusalMs,
  refusalDelayMs,
  refusalSpacingMs,
  refuseLater,
} from "../../../services/gateway/admission/entry.ts";

/** Room for sign-in and what is like it, and refusals that a flood has to wait for. */
const usual = { headers: { "content-length": "100" } };
const response = () => new EventEmitter() as unknown as ServerResponse;

/** Each test's clock begins at 0: it goes on to when all that the tests before have refused is sent. */
let begun = 0;
function afterAllOthers(): void {
  jest.useFakeTimers();
  begun += 10 * longestRefusalMs;
  jest.advanceTimersByTime(begun);
}

afterEach(() => {
  jest.useRealTimers();
});

/** Fills the room, and gives all that are in it. */
function filled(): ServerResponse[] {
  const inside: ServerResponse[] = [];
  for (let res = response(); admitEntry(res); res = response()) inside.push(res);
  return inside;
}

test("so many are under way at once; who goes, or is refused later, makes room", () => {
  jest.useFakeTimers();
  const inside = filled();
  expect(inside.length).toBeLessThan(100);
  const [first, second] = inside as [ServerResponse, ServerResponse];
  first.emit("close");
  const next = response();
  expect([admitEntry(next), admitEntry(response())]).toEqual([true, false]);
  refuseLater(usual, second, () => undefined);
  // the end of what has made its room does not make room twice
  second.emit("close");
  const last = response();
  expect([admitEntry(last), admitEntry(response())]).toEqual([true, false]);
  for (const res of [...inside, next, last]) res.emit("close");
});

/** How many of so many have begun, with bodies of `bytes`; those that are `gone` leave at once. */
function beginning(count: number, bytes: number, gone = 0): () => number {
  let begun = 0;
  for (let at = 0; at < count; at += 1) {
    const res = Object.assign(response(), { destroyed: at < gone });
    beginEntry({ headers: { "content-length": String(bytes) } }, res, () => {
      begun += 1;
    });
  }
  return () => begun;
}

test("after as many as have room, so many begin a second, however many are answered at once", () => {
  afterAllOthers();
  const begun = beginning(300, 100);
  expect(begun()).toBe(60);
  jest.advanceTimersByTime(1_000);
  expect(begun()).toBeGreaterThan(100);
  expect(begun()).toBeLessThan(120);
  jest.advanceTimersByTime(10_000);
  expect(begun()).toBe(300);
});

test("bodies that are nobody's sign-in begin one after the other", () => {
  afterAllOthers();
  const begun = beginning(60, 900_000);
  expect(begun()).toBe(6);
  jest.advanceTimersByTime(1_000);
  expect(begun()).toBeLessThan(13);
  jest.advanceTimersByTime(15_000);
  expect(begun()).toBe(60);
});

test("who has gone takes nobody's turn", () => {
  afterAllOthers();
  const begun = beginning(120, 100, 60);
  jest.advanceTimersByTime(100);
  expect(begun()).toBe(60);
});

test.each([
  ["POST", "/api/auth/login/", true],
  ["POST", "/api/auth/forgot", true],
  ["PATCH", "/api/auth/me/", true],
  ["GET", "/api/auth/me/", false],
  ["POST", "/api/v2/r/a-form/start/", false],
])("%s %s: is it for sign-in's room? %s", (method, url, expected) => {
  expect(isEntry({ method, url } as IncomingMessage)).toBe(expected);
});

test("a refusal is sent when its time has come, and never to a client that has gone", () => {
  afterAllOthers();
  const sent: string[] = [];
  const [patient, gone] = [response(), response()];
  refuseLater(usual, patient, () => sent.push("patient"));
  refuseLater(usual, gone, () => sent.push("gone"));
  gone.emit("close");
  jest.advanceTimersByTime(refusalDelayMs - 1);
  expect(sent).toEqual([]);
  jest.advanceTimersByTime(2);
  expect(sent).toEqual(["patient"]);
});

test("refusals of one moment are sent one after the other, so that those who ask again do not come back together", () => {
  afterAllOthers();
  let sent = 0;
  for (let count = 0; count < 400; count += 1)
    refuseLater(usual, response(), () => {
      sent += 1;
    });
  jest.advanceTimersByTime(refusalDelayMs + 1);
  expect(sent).toBe(1);
  jest.advanceTimersByTime(refusalSpacingMs * 100);
  expect(sent).toBe(101);
  jest.advanceTimersByTime(refusalSpacingMs * 299);
  expect(sent).toBe(400);
});

test("refusals of bodies that are nobody's sign-in are sent five times a second, and no other waits behind them", () => {
  afterAllOthers();
  const sent = { large: 0, usual: 0 };
  const large = { headers: { "content-length": "900000" } };
  for (let count = 0; count < 100; count += 1) refuseLater(large, response(), () => sent.large++);
  refuseLater(usual, response(), () => sent.usual++);
  jest.advanceTimersByTime(refusalDelayMs + 1);
  expect(sent).toEqual({ large: 1, usual: 1 });
  jest.advanceTimersByTime(2_000);
  expect(sent.large).toBe(11);
});

test("however many are refused, none waits longer than half a minute", () => {
  afterAllOthers();
  let sent = 0;
  for (let count = 0; count < 5_000; count += 1)
    refuseLater(usual, response(), () => {
      sent += 1;
    });
  jest.advanceTimersByTime(longestRefusalMs + 1);
  expect(sent).toBe(5_000);
});
