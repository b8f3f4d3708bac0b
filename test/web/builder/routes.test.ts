import fc from "fast-check";
import { type Box, boxesOf } from "../../../services/web/dashboard/builder/canvas/boxes.ts";
import { framesOf } from "../../../services/web/dashboard/builder/canvas/frames.ts";
import { arrange } from "../../../services/web/dashboard/builder/canvas/layout/arrange.ts";
import { arrangedOf, columnPositions } from "../../../services/web/dashboard/builder/canvas/positions.ts";
import { type Run, routesOf } from "../../../services/web/dashboard/builder/canvas/routes.ts";
import {
  cardWidth,
  headMiddle,
  type Position,
  type Positions,
  rowMiddle,
} from "../../../services/web/dashboard/builder/canvas/size.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { publishableGraph } from "../../support/graphs.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** Edges around cards. */
const boxes = (graph: Graph): Box[] => boxesOf(withEdgeIds(graph), builtInTypes);

interface Ends {
  from: Position;
  to: Position;
}

/** Returns the ids of the cards that an edge passes behind. */
function behind(all: readonly Box[], positions: Positions, { from, to }: Ends, runs: readonly Run[]): string[] {
  return all.flatMap(({ id, height }) => {
    const card = positions.get(id) as Position;
    const isCovering = ({ x, y }: Position) =>
      x > card.x && x < card.x + cardWidth && y > card.y && y < card.y + height;
    return pointsOf({ from, to }, runs).some(isCovering) ? [id] : [];
  });
}

/** Samples the horizontal pieces of an edge, or its curve. */
function pointsOf({ from, to }: Ends, runs: readonly Run[]): Position[] {
  const steps = Array.from({ length: 101 }, (_, step) => step / 100);
  if (runs.length > 0)
    return runs.flatMap((run) => steps.map((t) => ({ x: run.from + (run.to - run.from) * t, y: run.y })));
  return steps.map((t) => ({
    x: from.x + (to.x - from.x) * (1.5 * t * (1 - t) + t ** 3),
    y: from.y + (to.y - from.y) * (3 * t ** 2 - 2 * t ** 3),
  }));
}

function edgesOf(all: readonly Box[], positions: Positions): (Ends & { id: string })[] {
  return all.flatMap((box) =>
    box.rows.flatMap(({ edge: id, to }, index) => {
      const [source, target] = [positions.get(box.id), positions.get(to ?? "")];
      if (id === null || !source || !target) return [];
      const from = { x: source.x + cardWidth, y: source.y + rowMiddle(box, index) };
      return [{ id, from, to: { x: target.x, y: target.y + headMiddle } }];
    }),
  );
}

describe("routes", () => {
  test("leads no edge behind a card in any tidied form", () => {
    fc.assert(
      fc.property(publishableGraph(), (graph) => {
        const all = boxes(graph);
        const positions = new Map(Object.entries(arrange(arrangedOf(all))));
        const { runs } = routesOf(all, positions);
        for (const { id, ...ends } of edgesOf(all, positions))
          expect(behind(all, positions, ends, runs.get(id) ?? [])).toEqual([]);
      }),
    );
  });

  const row = (...ids: string[]) => {
    const all = boxes(
      graphOf(
        ids.map((id) => node(id, "short_text")),
        [edge(ids[0] as string, ids.at(-1) as string)],
      ) as Graph,
    );
    return { all, positions: new Map(ids.map((id, index) => [id, { x: index * 400, y: 0 }])) };
  };

  test("leads an edge around the cards in a row, and leaves a free one as a curve", () => {
    const { all, positions } = row("a", "b", "c", "d");
    const [run, ...more] = [...routesOf(all, positions).runs.values()].flat();
    expect(more).toEqual([]);
    expect(run).toMatchObject({ from: 400, to: 800 + cardWidth });
    expect(run?.y).toBeGreaterThan(all[1]?.height ?? 0);
    expect(routesOf(row("a", "b").all, row("a", "b").positions).runs.size).toBe(0);
  });

  test("puts edges to different cards beside each other in one gap", () => {
    const ids = ["a", "b", "c", "d"];
    const is = (right: number) => ({ op: "gte", right });
    const edges = [edge("a", "c", is(2)), edge("a", "d", is(1)), edge("a", "b")];
    const all = boxes(graphOf([...ids.map((id) => node(id, "number")), end()], edges) as Graph);
    const positions = new Map(all.map(({ id }, index) => [id, { x: index * 400, y: 0 }]));
    const ys = [...routesOf(all, positions).runs.values()].map(([first]) => first?.y);
    expect(new Set(ys).size).toBe(2);
  });

  test("leads an edge between two cards rather than across the edge to one of them", () => {
    const is = { op: "gte", right: 1 };
    const edges = [edge("a", "b", is), edge("a", "e"), edge("c", "d")];
    const all = boxes(
      graphOf(
        ["a", "b", "c", "d", "e"].map((id) => node(id, "number")),
        edges,
      ) as Graph,
    );
    const columns = { a: [0, 0], b: [320, 80], c: [0, 360], d: [320, 380], e: [640, 520] };
    const positions = new Map(Object.entries(columns).map(([id, [x = 0, y = 0]]) => [id, { x, y }]));
    const [run] = [...routesOf(all, positions).runs.values()].flat();
    expect(run?.y).toBeGreaterThan(80 + (all[1]?.height ?? 0));
    expect(run?.y).toBeLessThan(380);
  });

  test("keeps edges between the questions of a page inside its frame", () => {
    const edges = [edge("a", "c", { op: "gte", right: 1 }), edge("a", "b"), edge("b", "c"), edge("c", "end")];
    const nodes = [...["a", "b", "c"].map((id) => node(id, "number")), end()];
    const page = { id: "page", node_ids: ["a", "b", "c"] };
    const all = boxes({ ...graphOf(nodes, edges), pages: [page] } as Graph);
    const positions = columnPositions(all);
    const [frame] = framesOf([page], all, positions);
    const [left, right] = [frame?.x ?? 0, (frame?.x ?? 0) + (frame?.width ?? 0)];
    const { runs } = routesOf(all, positions);
    const inside = edgesOf(all, positions).filter(({ to }) => to.x < right);
    expect(inside).toHaveLength(3);
    for (const { from, to } of inside.flatMap(({ id }) => runs.get(id) ?? [])) {
      expect(to).toBeGreaterThan(left);
      expect(from).toBeLessThan(right);
    }
  });

  test("keeps the routes while a title is typed, and makes new ones if a card moves", () => {
    const { all, positions } = row("a", "b", "c");
    const first = routesOf(all, positions);
    const typed = all.map((box) => ({ ...box, title: `${box.title}!` }));
    expect(routesOf(typed, new Map(positions), first)).toBe(first);
    expect(routesOf(all, new Map([...positions, ["b", { x: 400, y: 900 }]]), first)).not.toBe(first);
  });
});
