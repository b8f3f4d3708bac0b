import fc from "fast-check";
import { type Box, boxesOf } from "../../../services/web/dashboard/builder/canvas/boxes.ts";
import { flowEdges, flowNodes } from "../../../services/web/dashboard/builder/canvas/flow.ts";
import { arrange } from "../../../services/web/dashboard/builder/canvas/layout/arrange.ts";
import {
  columnPositions,
  type Position,
  type Positions,
  shownPositions,
} from "../../../services/web/dashboard/builder/canvas/positions.ts";
import { boxWidth, rowMiddle, titleLinesOf } from "../../../services/web/dashboard/builder/canvas/size.ts";
import { type Direction, stepTo, walkOf } from "../../../services/web/dashboard/builder/canvas/walk.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { anyDraft, publishableGraph } from "../../support/graphs.ts";
import { anyAct } from "./operations.ts";

/** The canvas without a browser: what its boxes hold and where they stand, and where its keys lead. */
const boxes = (graph: Graph, before?: Box[]) => boxesOf(graph, builtInTypes, before);
const edited = () =>
  fc
    .tuple(fc.oneof(publishableGraph(), anyDraft()).map(withEdgeIds), fc.array(anyAct(), { maxLength: 8 }))
    .map(([graph, acts]) =>
      acts.reduce((draft, act) => {
        const { name, wanted } = act(draft);
        return operations[name](draft, wanted as never);
      }, graph),
    );

function expectApart(all: readonly Box[], positions: Positions): void {
  expect(positions.size).toBe(all.length);
  const at = (id: string) => positions.get(id) as Position;
  for (const [place, a] of all.entries()) {
    for (const b of all.slice(place + 1)) {
      const isBeside = at(a.id).x + boxWidth <= at(b.id).x || at(b.id).x + boxWidth <= at(a.id).x;
      const isAbove = at(a.id).y + a.height <= at(b.id).y || at(b.id).y + b.height <= at(a.id).y;
      if (!isBeside && !isAbove) throw new Error(`${a.id} and ${b.id} lie upon each other`);
    }
  }
}

const arranged = (all: readonly Box[]) => ({
  boxes: all.map(({ id, height }) => ({ id, height })),
  ways: all.flatMap(({ id, rows }) => rows.flatMap(({ to }) => (to === null ? [] : [{ from: id, to }]))),
});

describe("boxes", () => {
  test("each node has one box, with a row and a handle for each of its rules in order, and otherwise last", () => {
    fc.assert(
      fc.property(edited(), (graph) => {
        const all = boxes(graph);
        expect(all.map(({ id }) => id)).toEqual([...new Set(graph.nodes.map(({ id }) => id))]);
        for (const box of all) {
          const edges = graph.edges.filter(({ from }) => from === box.id);
          const rows = box.rows.map(({ edge }) => edge);
          expect(rows.filter((edge) => edge !== null)).toEqual(edges.map(({ id }) => id));
          expect(rows.slice(0, -1)).not.toContain(null);
          const middles = rows.map((_, at) => rowMiddle(box, at));
          expect(middles).toEqual(middles.toSorted((a, b) => a - b));
          expect(middles.at(-1) ?? 0).toBeLessThan(box.height);
        }
      }),
    );
  });

  test("what was not changed is the same box, and nothing of it is drawn anew", () => {
    const graph: Graph = {
      schema_version: "2.0",
      entry_node_id: "a",
      nodes: ["a", "b", "c"].map((id) => ({ id, question_type: "short_text", data: { title: id } })),
      edges: [
        { id: "ab", from: "a", to: "b", condition: { left: { type: "answer", node_id: "c" }, op: "answered" } },
        { id: "bc", from: "b", to: "c", condition: null },
      ],
    };
    const view = { positions: columnPositions(boxes(graph)), isSelected: () => false, problems: new Map() };
    const ways = { selected: null, problems: new Set<string>(), labelOf: (box: Box) => box.id };
    const first = boxes(graph);
    const [nodes, edges] = [flowNodes({ ...view, boxes: first }, []), flowEdges({ ...ways, boxes: first }, [])];
    const typed = boxes(operations.setData(graph, { id: "b", title: "B" }), first);
    expect(typed.map((box, at) => box === first[at])).toEqual([true, false, true]);
    const drawn = flowNodes({ ...view, boxes: typed }, nodes);
    expect(drawn.map((node, at) => node === nodes[at])).toEqual([true, false, true]);
    expect(flowEdges({ ...ways, boxes: typed }, edges).map((edge, at) => edge === edges[at])).toEqual([true, true]);
    // a title that a condition names is shown elsewhere too
    const named = boxes(operations.setData(graph, { id: "c", title: "C" }), first);
    expect(named.map((box, at) => box === first[at])).toEqual([false, true, false]);
    expect(named[0]?.rows[0]?.text).toBe("If “C” is answered");
  });

  test("a title takes a second line where it needs one; wide letters need more", () => {
    expect([
      titleLinesOf("Short"),
      titleLinesOf("How old are you, if we may ask?"),
      titleLinesOf("あ".repeat(15)),
    ]).toEqual([1, 2, 2]);
  });
});

describe("places", () => {
  test("no two boxes lie upon each other where none has a place: neither in columns nor as dagre lays them out", () => {
    fc.assert(
      fc.property(edited(), (graph) => {
        const all = boxes(graph);
        expectApart(all, columnPositions(all));
        expectApart(all, new Map(Object.entries(arrange(arranged(all)))));
      }),
      { numRuns: 40 },
    );
  });

  test("a layout leads to the right, and is the same each time", () => {
    fc.assert(
      fc.property(publishableGraph().map(withEdgeIds), (graph) => {
        const all = boxes(graph);
        const places = arrange(arranged(all));
        expect(arrange(arranged(all))).toEqual(places);
        for (const { from, to } of arranged(all).ways) expect(places[to]?.x).toBeGreaterThan(places[from]?.x as number);
      }),
      { numRuns: 25 },
    );
  });

  test("what has a place stands there; what has none comes beside what leads to it, where it is free", () => {
    fc.assert(
      fc.property(edited(), fc.nat(), (graph, seed) => {
        const all = boxes(graph);
        fc.pre(all.length > 1);
        const columns = columnPositions(all);
        const isPlaced = (at: number) => (at * 7 + seed) % 3 > 0;
        const nodes = all.map(({ id }, at) => {
          const { position: _, ...node } = graph.nodes.find((one) => one.id === id) as Graph["nodes"][number];
          return isPlaced(at) ? { ...node, position: columns.get(id) as Position } : node;
        });
        const shown = shownPositions(nodes, all, columns);
        for (const [at, { id }] of all.entries()) if (isPlaced(at)) expect(shown.get(id)).toEqual(columns.get(id));
        expectApart(all, shown);
      }),
    );
  });
});

test("keys lead from the start to every node", () => {
  const directions: Direction[] = ["on", "back", "next", "previous"];
  fc.assert(
    fc.property(edited(), (graph) => {
      const walk = walkOf(boxes(graph));
      const [start] = walk.starts;
      if (start === undefined) return;
      const seen = new Set<string>();
      const waiting: [string, string | null][] = [[start, null]];
      for (let at = waiting.pop(); at; at = waiting.pop()) {
        const [id, from] = at;
        if (seen.has(`${id} ${from}`)) continue;
        seen.add(`${id} ${from}`);
        for (const direction of directions) {
          const to = stepTo(walk, id, direction, from);
          if (to !== null) waiting.push([to, direction === "on" ? id : direction === "back" ? null : from]);
        }
      }
      const reached = new Set([...seen].map((one) => one.split(" ")[0]));
      expect(reached).toEqual(new Set(boxes(graph).map(({ id }) => id)));
    }),
  );
});

test("after a layout each node stands where it was put; one that came meanwhile has no place of its own", () => {
  const graph: Graph = {
    schema_version: "2.0",
    nodes: ["a", "b"].map((id) => ({ id, question_type: "number", data: {}, position: { x: 1, y: 1 } })),
    edges: [],
  };
  const { nodes } = operations.layout(graph, { positions: { a: { x: 0, y: 0 } } });
  expect(nodes.map(({ position }) => position)).toEqual([{ x: 0, y: 0 }, undefined]);
});
