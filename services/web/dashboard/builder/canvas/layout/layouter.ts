import type { Box } from "../boxes.ts";
import { arrangedOf, unstacked } from "../positions.ts";
import type { Position } from "../size.ts";

/** Lays the boxes out in a worker. Rejects if `signal` aborts. */
export function layOut(boxes: readonly Box[], signal: AbortSignal): Promise<Record<string, Position>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, Position>>();
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Record<string, Position>>) =>
    resolve(Object.fromEntries(unstacked(boxes, new Map(Object.entries(data)))));
  worker.onerror = ({ message }) => reject(new Error(message));
  signal.addEventListener("abort", () => reject(signal.reason));
  worker.postMessage(arrangedOf(boxes));
  return promise.finally(() => worker.terminate());
}
