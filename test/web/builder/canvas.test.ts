import fc from "fast-check";
import { type Box, boxesOf } from "../../../services/web/dashboard/builder/canvas/boxes.ts";
import { detailAt, firstView } from "../../../services/web/dashboard/builder/canvas/firstView.ts";
import { flowEdges, flowNodes } from "../../../services/web/dashboard/builder/canvas/flow.ts";
import { arrange } from "../../../services/web/dashboard/builder/canvas/layout/arrange.ts";
import { columnPositions, shownPositions } from "../../../services/web/dashboard/builder/canvas/positions.ts";
import {
  cardWidth,
  farLines,
  type Position,
  type Positions,
  rowMiddle,
  titleLinesOf,
} from "../../../services/web/dashboard/builder/canvas/size.ts";
import { type Direction, stepTo, walkOf } from "../../../services/web/dashboard/builder/canvas/walk.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { anyDraft, publishableGraph } from "../../support/graphs.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { anyAct } from "./operations.ts";

/** The canvas without a browser: cards, positions and keys. */
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
  for (const [index, a] of all.entries()) {
    for (const b of all.slice(index + 1)) {
      const isBeside = at(a.id).x + cardWidth <= at(b.id).x || at(b.id).x + cardWidth <= at(a.id).x;
      const isAbove = at(a.id).y + a.height <= at(b.id).y || at(b.id).y + b.height <= at(a.id).y;
      if (!isBeside && !isAbove) throw new Error(`${a.id} and ${b.id} overlap`);
    }
  }
}

const arranged = (all: readonly Box[]) => ({
  boxes: all.map(({ id, height }) => ({ id, height })),
  edges: all.flatMap(({ id, rows }) => rows.flatMap(({ to }) => (to === null ? [] : [{ from: id, to }]))),
});

const numbered = (count: number) => Array.from({ length: count }, (_, index) => node(`q${index}`, "number"));

describe("boxes", () => {
  test("gives each node one box, and each rule one row with a handle of its own", () => {
    fc.assert(
      fc.property(edited(), (graph) => {
        const all = boxes(graph);
        expect(all.map(({ id }) => id)).toEqual([...new Set(graph.nodes.map(({ id }) => id))]);
        for (const box of all) {
          const edges = graph.edges.filter(({ from }) => from === box.id).map(({ id }) => id);
          const rows = box.rows.map(({ edge }) => edge).filter((edge) => edge !== null);
          expect(rows.toSorted()).toEqual(edges.toSorted());
          const handles = [...box.rows, ...box.hidden].flatMap(({ handle }) => handle ?? []);
          expect(new Set(handles).size).toBe(handles.length);
          const middles = box.rows.map((_, index) => rowMiddle(box, index));
          expect(middles).toEqual(middles.toSorted((a, b) => a - b));
          expect(middles.at(-1) ?? 0).toBeLessThan(box.height);
        }
      }),
    );
  });

  test("keeps unchanged boxes, nodes and edges as the same objects", () => {
    const graph: Graph = {
      schema_version: "2.0",
      entry_node_id: "a",
      nodes: ["a", "b", "c"].map((id) => ({ id, question_type: "short_text", data: { title: id } })),
      edges: [
        { id: "ab", from: "a", to: "b", condition: { left: { type: "answer", node_id: "c" }, op: "answered" } },
        { id: "bc", from: "b", to: "c", condition: null },
      ],
    };
    const view = { positions: columnPositions(boxes(graph)), isSelected: () => false, marks: new Map() };
    const shown = {
      inspected: null,
      selected: null,
      problems: new Set<string>(),
      runs: new Map(),
      labelOf: (box: Box) => box.id,
    };
    const first = boxes(graph);
    const [nodes, edges] = [flowNodes({ ...view, boxes: first }, []), flowEdges({ ...shown, boxes: first }, [])];
    const typed = boxes(operations.setData(graph, { id: "b", title: "B" }), first);
    expect(typed.map((box, at) => box === first[at])).toEqual([true, false, true]);
    const drawn = flowNodes({ ...view, boxes: typed }, nodes);
    expect(drawn.map((node, at) => node === nodes[at])).toEqual([true, false, true]);
    expect(flowEdges({ ...shown, boxes: typed }, edges).map((edge, at) => edge === edges[at])).toEqual([true, true]);
    // other cards show a title that their conditions name
    const named = boxes(operations.setData(graph, { id: "c", title: "C" }), first);
    expect(named.map((box, at) => box === first[at])).toEqual([false, true, false]);
    expect(named[0]?.rows[0]?.text).toBe("If “C” is answered");
  });

  test("gives titles the lines that their letters need", () => {
    expect([
      titleLinesOf("Short"),
      titleLinesOf("How old are you, if we may ask?"),
      titleLinesOf("あ".repeat(15)),
      titleLinesOf("Would you do it again? (4)"),
      titleLinesOf("How many women work here?"),
    ]).toEqual([1, 2, 2, 1, 2]);
  });
});

describe("positions", () => {
  test("keeps boxes apart in columns and in layouts", () => {
    fc.assert(
      fc.property(edited(), (graph) => {
        const all = boxes(graph);
        expectApart(all, columnPositions(all));
        expectApart(all, new Map(Object.entries(arrange(arranged(all)))));
      }),
      { numRuns: 40 },
    );
  });

  test("lays edges out to the right or into a lower band, the same each time", () => {
    fc.assert(
      fc.property(publishableGraph().map(withEdgeIds), (graph) => {
        const all = boxes(graph);
        const positions = arrange(arranged(all));
        expect(arrange(arranged(all))).toEqual(positions);
        for (const { from, to } of arranged(all).edges) {
          const [a, b] = [positions[from] as Position, positions[to] as Position];
          expect(b.x > a.x || b.y > a.y).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  test("puts the targets of a card’s rows below each other as the rows are", () => {
    const [to, end] = [{ condition: null, to: "end" }, node("end", "end_screen")];
    const nodes = [
      node("start", "number"),
      node("low", "number"),
      node("high", "number"),
      node("other", "number"),
      end,
    ];
    const rules = ["high", "low", "other"].map((id, at) => ({
      from: "start",
      to: id,
      condition: at === 2 ? null : { op: "eq", right: at },
    }));
    const edges = [...rules, ...["low", "high", "other"].map((from) => ({ from, ...to }))];
    const graph = { ...chain(node("start", "number")), nodes, edges, entry_node_id: "start" } as Graph;
    const positions = arrange(arranged(boxes(withEdgeIds(graph))));
    const inOrder = ["high", "low", "other"].map((id) => positions[id]?.y ?? 0);
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
  });

  test("wraps a chain that is wider than a screen, and keeps a shorter one in one band", () => {
    const columnsOf = (count: number) => {
      const all = boxes(withEdgeIds(chain(...numbered(count)) as Graph));
      const layouts = [Object.values(arrange(arranged(all))), [...columnPositions(all).values()]];
      return layouts.map((positions) => new Set(positions.map(({ x }) => x)).size);
    };
    expect(columnsOf(30)).toEqual([5, 5]);
    expect(columnsOf(5)).toEqual([6, 6]);
    expect(columnsOf(6)).toEqual([5, 5]);
  });

  test("shows the start and whole columns, readably, if the whole form would be smaller", () => {
    const view = (count: number, width: number) => {
      const all = boxes(withEdgeIds(chain(...numbered(count)) as Graph));
      const positions = columnPositions(all);
      const { zoom, x, y } = firstView(all, positions, { width, height: 840 }, null);
      const start = positions.get(all[0]?.id ?? "") as Position;
      const cut = [...positions.values()].filter((one) => one.x * zoom + x < width && (one.x + 256) * zoom + x > width);
      return { zoom, left: start.x * zoom + x, top: start.y * zoom + y, cut };
    };
    for (const [count, width] of [
      [30, 1400],
      [200, 1400],
      [30, 360],
    ] as const) {
      const { zoom, left, top, cut } = view(count, width);
      expect(zoom).toBeGreaterThanOrEqual(0.75);
      // a phone shows a bit of the next column
      if (width > 400) expect(cut).toEqual([]);
      expect([left, top > 0 && top < 840]).toEqual([40, true]);
    }
    expect(view(3, 1400).zoom).toBe(1);
  });

  test("shows nodes at their position, and others at a free one", () => {
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

test("shows a new question between the one before it and what follows, which moves on", () => {
  const before = withEdgeIds(chain(node("first", "short_text")) as Graph);
  const display = columnPositions(boxes(before));
  const added = operations.addAfter(before, { question_type: "email", after: "first" });
  const again = operations.addAfter(added, { question_type: "phone", after: "email" });
  const columnOf = (graph: Graph) => {
    const shown = shownPositions(graph.nodes, boxes(graph), display);
    expect(new Set([...shown.values()].map(({ y }) => y)).size).toBe(1);
    return [...shown].toSorted(([, a], [, b]) => a.x - b.x).map(([id]) => id);
  };
  expect(columnOf(added)).toEqual(["first", "email", "end"]);
  expect(columnOf(again)).toEqual(["first", "email", "phone", "end"]);
});

test("shows cards with a title alone while it can be read, else as boxes", () => {
  expect([1, 0.45, 0.39, 0.2, 0.19].map(detailAt)).toEqual(["all", "all", "title", "title", "none"]);
  expect([66, 98, 200].map(farLines)).toEqual([1, 2, 5]);
});

test("reaches every node from the start by keys", () => {
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

test("gives nodes of a layout its positions, and later nodes none", () => {
  const graph: Graph = {
    schema_version: "2.0",
    nodes: ["a", "b"].map((id) => ({ id, question_type: "number", data: {}, position: { x: 1, y: 1 } })),
    edges: [],
  };
  const { nodes } = operations.layout(graph, { positions: { a: { x: 0, y: 0 } } });
  expect(nodes.map(({ position }) => position)).toEqual([{ x: 0, y: 0 }, undefined]);
});
