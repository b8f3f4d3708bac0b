import type { Page } from "../../../../../shared/domain/graph/types.ts";
import { offPage, onPage } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import { pageName } from "../../../strings/en/dashboard/builder/list.ts";
import { titleText } from "../../../ui/titleText.ts";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import type { Box } from "./boxes.ts";
import { connect, rowOf, type Source } from "./connecting.ts";
import { dropsOf, framesOf } from "./frames.ts";
import type { Position, Positions } from "./size.ts";

export type MoveDirection = keyof typeof words.move;
const gridStep = 20;
const moves: Record<MoveDirection, Position> = {
  left: { x: -gridStep, y: 0 },
  right: { x: gridStep, y: 0 },
  up: { x: 0, y: -gridStep },
  down: { x: 0, y: gridStep },
};

/** Actions of the canvas, for the pointer, keys and buttons alike. */
export interface CanvasActions {
  /** Moves nodes there. Nodes that were shown without a position keep the one they were shown at. */
  move(to: Readonly<Record<string, Position>>, key?: string): void;
  /** Moves nodes there, and onto the page or off the page whose frame they are dropped in. */
  drop(to: Readonly<Record<string, Position>>): void;
  /** Moves nodes by one step of the grid. */
  nudge(ids: readonly string[], direction: MoveDirection): void;
  connect(source: Source, to: string): void;
  removeRule(edge: string): void;
}

export function useCanvasActions(boxes: readonly Box[], positions: Positions, pages: readonly Page[]): CanvasActions {
  const editor = useEditor();
  const announce = useAnnounce();
  const table = useQuestionTable();
  const titleOf = (id: string | undefined) => boxes.find((box) => box.id === id)?.title ?? "";
  const nameOf = (ids: readonly string[]) => (ids.length === 1 ? titleOf(ids[0]) : questions(ids.length));
  const move: CanvasActions["move"] = (to, key) => {
    const unplaced = editor.state().history.graph.nodes.filter(({ position }) => !position);
    const shown = unplaced.flatMap(({ id }): [string, Position][] => {
      const position = positions.get(id);
      return position ? [[id, position]] : [];
    });
    editor.perform(
      "moveNodes",
      { positions: { ...Object.fromEntries(shown), ...to } },
      { label: words.steps.move(nameOf(Object.keys(to))), ...(key !== undefined && { key }) },
    );
  };
  return {
    move,
    drop(to) {
      const drops = dropsOf(boxes, framesOf(pages, boxes, positions), to);
      // one step: the positions come last, because a change of page drops the old ones
      const key = drops.size === 0 ? undefined : "drop";
      for (const [page, ids] of drops) {
        const name = nameOf(ids);
        editor.perform("moveToPage", { ids, page }, { label: words.steps.move(name), key: "drop" });
        const at = pages.findIndex(({ id }) => id === page);
        announce(page === null ? offPage(name) : onPage(name, titleText(pageName(pages[at]?.title, at + 1))));
      }
      move(to, key);
      editor.settle();
    },
    nudge(ids, direction) {
      const by = moves[direction];
      const to = ids.flatMap((id): [string, Position][] => {
        const at = positions.get(id);
        return at ? [[id, { x: at.x + by.x, y: at.y + by.y }]] : [];
      });
      move(Object.fromEntries(to), `place:${ids.join(" ")}`);
      announce(words.movedTo(nameOf(ids), direction));
    },
    connect(source, to) {
      connect(editor, table, { ...source, to });
      const row = rowOf(source);
      announce(words.connected(row?.edge || row?.condition ? row.text : words.newRule, titleOf(to)));
    },
    removeRule(edge) {
      editor.perform("removeEdges", { ids: [edge] }, { label: words.removeRule.toLowerCase() });
      announce(words.ruleRemoved);
    },
  };
}
