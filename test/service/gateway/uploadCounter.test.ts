import { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "@jest/globals";
import { uploadCounter } from "../../../services/gateway/limits/uploads.ts";

/** Upload limit per client address (decisions §8). */
const mebibyte = 2 ** 20;

/** Simulates an upload that announces `announced` bytes. `end` reports what arrived. */
async function upload(
  count: ReturnType<typeof uploadCounter>,
  announced: number | undefined,
  { client = "a", readableLength = 0 } = {},
) {
  const socket = { bytesRead: 1_000 + readableLength };
  const headers = announced === undefined ? {} : { "content-length": String(announced) };
  const req = { socket, readableLength, headers };
  const res = new EventEmitter();
  await count(client, req as unknown as IncomingMessage, res as unknown as ServerResponse);
  return (received: number) => {
    socket.bytesRead += received;
    res.emit("close");
  };
}

test("limits concurrent uploads like sequential ones, per address", async () => {
  const count = uploadCounter(10);
  const settled = await Promise.allSettled(Array.from({ length: 15 }, () => upload(count, mebibyte)));
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
  const refused = await upload(count, mebibyte).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 429, data: { headers: { "Retry-After": expect.stringMatching(/^\d+$/) } } });
  await upload(count, mebibyte, { client: "b" });
});

test("counts the bytes that arrive, not those announced", async () => {
  const count = uploadCounter(10);
  for (let turn = 0; turn < 20; turn += 1) (await upload(count, 8 * mebibyte))(1_000);
  (await upload(count, undefined))(11 * mebibyte);
  await expect(upload(count, mebibyte)).rejects.toMatchObject({ code: 429 });
});

test("counts a body that arrived with its head", async () => {
  const count = uploadCounter(1);
  for (let turn = 0; turn < 8; turn += 1) (await upload(count, mebibyte / 8, { readableLength: mebibyte / 8 }))(0);
  await expect(upload(count, mebibyte / 8)).rejects.toMatchObject({ code: 429 });
});

test("doesn't count refused uploads", async () => {
  const count = uploadCounter(10);
  await upload(count, 6 * mebibyte);
  for (let turn = 0; turn < 5; turn += 1)
    await expect(upload(count, 6 * mebibyte)).rejects.toMatchObject({ code: 429 });
  await upload(count, 4 * mebibyte);
});

test("is off with 0", async () => {
  await upload(uploadCounter(0), 10_000 * mebibyte);
});
