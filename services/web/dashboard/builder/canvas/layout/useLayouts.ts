import { useEffect, useRef, useState } from "react";
import type { GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import * as words from "../../../../strings/en/dashboard/builder/canvas.ts";
import { useAnnounce } from "../../editing/announcer.tsx";
import { useEditor } from "../../editing/useEditor.ts";
import type { Box } from "../boxes.ts";
import { columnPositions, isPlaced, type Positions } from "../positions.ts";
import { layOut } from "./layouter.ts";

/** As long may nothing be shown for a good layout's sake; after that a plain one is. */
const worthWaiting = 400;

/**
 * Where a graph's nodes are shown that say nothing about it; null: not known yet. Made once: what comes later is shown beside
 * what leads to it, so that nothing jumps while somebody works.
 */
export function useDisplayLayout(nodes: readonly GraphNode[], boxes: readonly Box[]): Positions | null {
  const [display, setDisplay] = useState<Positions>(new Map());
  const isNeeded = boxes.length > 0 && !isPlaced(nodes) && !boxes.some(({ id }) => display.has(id));
  const latest = useRef(boxes);
  latest.current = boxes;
  useEffect(() => {
    if (!isNeeded) return;
    const ending = new AbortController();
    const shown = latest.current;
    const timer = setTimeout(() => ending.abort(), worthWaiting);
    layOut(shown, ending.signal)
      .then((positions) => setDisplay(new Map(Object.entries(positions))))
      .catch(() => latest.current.length > 0 && setDisplay(columnPositions(shown)));
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [isNeeded]);
  return isNeeded ? null : display;
}

/** The button's layout: one step that can be undone; null while it is under way. */
export function useLayOut(boxes: readonly Box[]): (() => void) | null {
  const editor = useEditor();
  const announce = useAnnounce();
  const [isBusy, setBusy] = useState(false);
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  if (isBusy) return null;
  return async () => {
    setBusy(true);
    ending.current = new AbortController();
    try {
      const positions = await layOut(boxes, ending.current.signal);
      editor.perform("layout", { positions }, { label: words.steps.layout });
      announce(words.laidOut);
    } catch {
      if (!ending.current.signal.aborted) announce(words.layoutFailed);
    } finally {
      setBusy(false);
    }
  };
}
