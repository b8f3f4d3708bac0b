import type { Box } from "../boxes.ts";
import type { Position } from "../positions.ts";
import type { Arranged } from "./arrange.ts";

/** A layout of the boxes, made by a worker of its own; it ends with `signal`, and then nothing comes of it. */
export function layOut(boxes: readonly Box[], signal: AbortSignal): Promise<Record<string, Position>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, Position>>();
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  const asked: Arranged = {
    boxes: boxes.map(({ id, height }) => ({ id, height })),
    ways: boxes.flatMap(({ id, rows }) => rows.flatMap(({ to }) => (to === null ? [] : [{ from: id, to }]))),
  };
  worker.onmessage = ({ data }: MessageEvent<Record<string, Position>>) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  signal.addEventListener("abort", () => reject(signal.reason));
  worker.postMessage(asked);
  return promise.finally(() => worker.terminate());
}
