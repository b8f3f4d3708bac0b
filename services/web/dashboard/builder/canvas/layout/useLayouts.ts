import { useEffect, useRef, useState } from "react";
import type { GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import * as words from "../../../../strings/en/dashboard/builder/canvas.ts";
import { useAnnounce } from "../../editing/announcer.tsx";
import { useEditor } from "../../editing/useEditor.ts";
import type { Box } from "../boxes.ts";
import { arrangedOf, columnPositions, isPlaced, unstacked } from "../positions.ts";
import type { Position, Positions } from "../size.ts";

/** ms to wait for a layout before the plain one is shown: a small form's is worth more, a large one's takes seconds. */
const longestWait = (boxes: readonly Box[]): number => (boxes.length <= 100 ? 2000 : 400);

/**
 * Returns where to show nodes without a position, or null while the layout is made. It is made once, so that nothing jumps while
 * the owner works: later nodes appear beside a node that goes to them.
 */
export function useDisplayLayout(nodes: readonly GraphNode[], boxes: readonly Box[]): Positions | null {
  const [display, setDisplay] = useState<Positions>(new Map());
  const isNeeded = boxes.length > 0 && !isPlaced(nodes) && !boxes.some(({ id }) => display.has(id));
  const latest = useRef(boxes);
  latest.current = boxes;
  useEffect(() => {
    if (!isNeeded) return;
    const running = new AbortController();
    const shown = latest.current;
    const timer = setTimeout(() => running.abort(), longestWait(shown));
    layOut(shown, running.signal)
      .then((positions) => setDisplay(new Map(Object.entries(positions))))
      .catch(() => latest.current.length > 0 && setDisplay(columnPositions(shown)));
    return () => {
      clearTimeout(timer);
      running.abort();
    };
  }, [isNeeded]);
  return isNeeded ? null : display;
}

/** Returns a function that tidies up the canvas in one step, or null while it runs. */
export function useLayOut(boxes: readonly Box[]): (() => void) | null {
  const editor = useEditor();
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (isBusy) return null;
  return async () => {
    setBusy(true);
    running.current = new AbortController();
    try {
      const positions = await layOut(boxes, running.current.signal);
      editor.perform("layout", { positions }, { label: words.steps.layout });
      announce(words.laidOut);
    } catch {
      if (!running.current.signal.aborted) announce(words.layoutFailed);
    } finally {
      setBusy(false);
    }
  };
}

/** Lays the boxes out in a worker. Rejects if `signal` aborts. */
function layOut(boxes: readonly Box[], signal: AbortSignal): Promise<Record<string, Position>> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, Position>>();
  const worker = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }: MessageEvent<Record<string, Position>>) =>
    resolve(Object.fromEntries(unstacked(boxes, new Map(Object.entries(data)))));
  worker.onerror = ({ message }) => reject(new Error(message));
  signal.addEventListener("abort", () => reject(signal.reason));
  worker.postMessage(arrangedOf(boxes));
  return promise.finally(() => worker.terminate());
}
