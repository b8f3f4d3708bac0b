import { type KeyboardEvent, useRef } from "react";
import * as listWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { useAnnounce } from "../editing/announcer.tsx";
import { targetsOf } from "../editing/targets.ts";
import { useActions } from "../editing/useActions.ts";
import { useEditor } from "../editing/useEditor.ts";
import type { Box } from "./boxes.ts";
import type { Marks } from "./flow.ts";
import type { CanvasActions, MoveDirection } from "./useCanvasActions.ts";
import { type Direction, stepTo, walkOf } from "./walk.ts";

const steps: Readonly<Record<string, Direction>> = {
  ArrowRight: "on",
  ArrowLeft: "back",
  ArrowDown: "next",
  ArrowUp: "previous",
};
const moves: Readonly<Record<string, MoveDirection>> = {
  ArrowRight: "right",
  ArrowLeft: "left",
  ArrowDown: "down",
  ArrowUp: "up",
};

interface Context {
  boxes: readonly Box[];
  marks: Marks;
  /** the selected rule */
  edge: string | null;
  actions: CanvasActions;
  onSelectEdge(edge: string | null): void;
  onInspect(): void;
}

/** Handles the keys of the canvas, which is one tab stop: they act on the selected node or move from it. */
export function useCanvasKeys({ boxes, marks, edge, actions, onSelectEdge, onInspect }: Context) {
  const editor = useEditor();
  const announce = useAnnounce();
  const listActions = useActions();
  const cameFrom = useRef<string | null>(null);

  const choose = (id: string | undefined) => {
    const box = boxes.find((one) => one.id === id);
    if (!box) return;
    editor.select(box.id);
    editor.choose([]);
    onSelectEdge(null);
    announce(describe(box, boxes, marks));
  };
  const step = (id: string, direction: Direction) => {
    const to = stepTo(walkOf(boxes), id, direction, cameFrom.current);
    if (to === null) return announce(words.nothingThere[direction]);
    if (direction === "on") cameFrom.current = id;
    if (direction === "back") cameFrom.current = null;
    choose(to);
  };
  const removeChosen = (ids: readonly string[]) => {
    if (edge !== null) actions.removeRule(edge);
    else {
      const { after, before } = walkOf(boxes);
      const near = ids.flatMap((id) => [...(after.get(id) ?? []), ...(before.get(id) ?? [])]);
      listActions.remove(ids);
      editor.select(near.find((id) => !ids.includes(id)) ?? null);
    }
    onSelectEdge(null);
  };
  const leave = () => {
    if (edge !== null) return onSelectEdge(null);
    editor.select(null);
    editor.choose([]);
  };

  return (event: KeyboardEvent) => {
    // keys of the tools that float over the canvas are theirs
    if (event.target !== event.currentTarget) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const targets = targetsOf(editor.state(), null);
    const box = boxes.find(({ id }) => id === editor.state().selected);
    const start = boxes.find(({ isEntry }) => isEntry) ?? boxes[0];
    const [direction, move] = [steps[event.key], moves[event.key]];
    if (isCommand && event.key.toLowerCase() === "d" && targets.length > 0) listActions.duplicate(targets);
    else if (isCommand) return;
    else if (move && event.altKey && targets.length > 0) actions.nudge(targets, move);
    else if (event.key === "Home" || (direction && !box)) {
      cameFrom.current = null;
      choose(start?.id);
    } else if (direction && box) step(box.id, direction);
    else if (event.key === "Enter" && box) onInspect();
    else if ((event.key === "Delete" || event.key === "Backspace") && targets.length > 0) removeChosen(targets);
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
  };
}

/** Describes a node with its connected rows, and with Otherwise if it isn't connected. */
function describe({ id, number, title, type, shownIf, rows }: Box, boxes: readonly Box[], marks: Marks): string {
  const titles = new Map(boxes.map((box) => [box.id, box.title]));
  const rules = rows.flatMap(({ text, to, edge, condition, handle }) => {
    if (to !== null) return listWords.goTo(text, titles.get(to) ?? to);
    return handle === null || (condition && edge === null) ? [] : text;
  });
  const mark = marks.get(id);
  return words.here(
    number,
    title,
    type,
    shownIf === null ? rules : [shownIf, ...rules],
    mark ? listWords.problemsOf(mark.errors, mark.warnings) : null,
  );
}
