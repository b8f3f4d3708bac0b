import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import type { Box } from "./boxes.ts";
import { connect } from "./connecting.ts";
import { handleOfRule } from "./flow.ts";
import type { Position, Positions } from "./positions.ts";

export type MoveDirection = keyof typeof words.move;
const gridStep = 20;
const moves: Record<MoveDirection, Position> = {
  left: { x: -gridStep, y: 0 },
  right: { x: gridStep, y: 0 },
  up: { x: 0, y: -gridStep },
  down: { x: 0, y: gridStep },
};

/** What can be done on the canvas, by dragging, a key or a button alike. */
export interface CanvasActions {
  /** These nodes stand there now; what was shown without a place of its own keeps where it was shown. */
  place(places: Readonly<Record<string, Position>>, key?: string): void;
  /** A step of the grid. */
  nudge(ids: readonly string[], direction: MoveDirection): void;
  connect(from: Box, handle: string, to: string): void;
  removeWay(edge: string): void;
}

export function useCanvasActions(boxes: readonly Box[], positions: Positions): CanvasActions {
  const editor = useEditor();
  const announce = useAnnounce();
  const table = useQuestionTable();
  const titleOf = (id: string | undefined) => boxes.find((box) => box.id === id)?.title ?? "";
  const nameOf = (ids: readonly string[]) => (ids.length === 1 ? titleOf(ids[0]) : questions(ids.length));
  const place: CanvasActions["place"] = (places, key) => {
    const unplaced = editor.state().history.graph.nodes.filter(({ position }) => !position);
    const shown = unplaced.flatMap(({ id }): [string, Position][] => {
      const position = positions.get(id);
      return position ? [[id, position]] : [];
    });
    editor.perform(
      "moveNodes",
      { positions: { ...Object.fromEntries(shown), ...places } },
      { label: words.steps.place(nameOf(Object.keys(places))), ...(key !== undefined && { key }) },
    );
  };
  return {
    place,
    nudge(ids, direction) {
      const by = moves[direction];
      const places = ids.flatMap((id): [string, Position][] => {
        const at = positions.get(id);
        return at ? [[id, { x: at.x + by.x, y: at.y + by.y }]] : [];
      });
      place(Object.fromEntries(places), `place:${ids.join(" ")}`);
      announce(words.movedTo(nameOf(ids), direction));
    },
    connect(from, handle, to) {
      connect(editor, table, { from: from.id, handle, to });
      const row = from.rows.find(({ edge }) => handleOfRule(edge) === handle);
      announce(words.connected(row?.edge ? row.text : words.newRule, titleOf(to)));
    },
    removeWay(edge) {
      editor.perform("removeEdges", { ids: [edge] }, { label: words.removeRule.toLowerCase() });
      announce(words.ruleRemoved);
    },
  };
}
