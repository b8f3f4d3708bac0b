import fc from "fast-check";
import { chipName, recallablesAt } from "../../../services/web/dashboard/builder/inspector/recall/recallable.ts";
import {
  asksForRecall,
  edited,
  shownOf,
  shownOffset,
  snapped,
  storedOffset,
  storedSlice,
} from "../../../services/web/dashboard/builder/inspector/recall/recallText.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Inserted answers as chips in a text field. Each is a bidi isolate. */
const names: Record<string, string> = { a: "Age", b: "Age", long: "What do you like most?" };
const nameOf = (_kind: string, name: string) => `@${names[name] ?? "unknown question"}`;
const stored = "Hi {{answer:a}}{{answer:b}}, {{hidden:x}}!";
const shown = shownOf(stored, nameOf);

/** Returns the field after its text from `start` to `end` was replaced. */
function typed(text: string, start: number, end: number, insertion: string, anchor = start) {
  const before = shownOf(text, nameOf);
  const next = before.text.slice(0, start) + insertion + before.text.slice(end);
  return edited(text, before, next, start + insertion.length, anchor).stored;
}

test("shows each recall by its name", () => {
  expect(shown.text).toBe("Hi \u2068@Age\u2069\u2068@Age\u2069, \u2068@unknown question\u2069!");
  expect(shownOf("{{answer: {{x}} {answer:a}", nameOf)).toEqual({ text: "{{answer: {{x}} {answer:a}", chips: [] });
});

describe("editing the shown text", () => {
  test.each<[string, string, Parameters<typeof typed>]>([
    ["inserts before a chip", "Hi, {{answer:a}}", ["Hi {{answer:a}}", 2, 2, ","]],
    ["inserts between equal chips", "{{answer:a}} {{answer:b}}", ["{{answer:a}}{{answer:b}}", 6, 6, " "]],
    ["deletes the first of equal chips", "{{answer:b}}", ["{{answer:a}}{{answer:b}}", 5, 6, "", 6]],
    ["deletes the second of equal chips", "{{answer:a}}", ["{{answer:a}}{{answer:b}}", 11, 12, "", 12]],
    ["deletes a chip forward", "x", ["{{answer:a}}x", 0, 1, ""]],
    ["replaces a selected chip by @", "@", ["{{answer:a}}", 0, 6, "@"]],
    ["replaces a selection over two chips", "Hi y!", [stored, 3, 36, "y"]],
    ["puts what is typed inside a chip behind it", "{{answer:a}}y", ["{{answer:a}}", 2, 2, "y"]],
    ["takes pasted recalls", "{{answer:b}}", ["", 0, 0, "{{answer:b}}"]],
    ["leaves out isolates", "a@Ageb", ["ab", 1, 1, "\u2068@Age\u2069"]],
  ])("%s", (_name, result, edit) => {
    expect(typed(...edit)).toBe(result);
  });

  test("takes a text that was set as a whole", () => {
    const next = "Mine";
    expect(edited(stored, shown, next, next.length, 0)).toEqual({ stored: "Mine", caret: 4 });
  });

  test("keeps every chip that the edit doesn't touch, for any edit", () => {
    const text = fc
      .array(fc.constantFrom("{{answer:a}}", "{{answer:long}}", "{{hidden:x}}", "x", " ", "@", "{{", "é", "👍"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        text,
        fc.nat(60),
        fc.nat(60),
        fc.constantFrom("", "y", "@", "{{answer:b}}", "\u2068y\u2069"),
        (before, one, two, added) => {
          const view = shownOf(before, nameOf);
          const [start, end] = [one, two].map((at) => Math.min(at, view.text.length)).sort((a, b) => a - b) as [
            number,
            number,
          ];
          const isInside = (at: number) => snapped(view, [at, at], 0)[0] !== at;
          fc.pre(!isInside(start) && !isInside(end));
          const kept = added.replace(/[\u2068\u2069]/g, "");
          const expected = before.slice(0, storedOffset(view, start)) + kept + before.slice(storedOffset(view, end));
          const next = view.text.slice(0, start) + added + view.text.slice(end);
          const result = edited(before, view, next, start + added.length, start);
          expect(result.stored).toBe(expected);
          expect(result.caret).toBe(storedOffset(view, start) + kept.length);
        },
      ),
    );
  });
});

test("keeps the caret out of chips, in the direction in which it moves", () => {
  const view = shownOf("a{{answer:a}}b", nameOf);
  expect(snapped(view, [2, 2], 1)).toEqual([7, 7]);
  expect(snapped(view, [6, 6], 7)).toEqual([1, 1]);
  expect(snapped(view, [3, 8], 3)).toEqual([1, 8]);
  expect(snapped(view, [7, 7], 6)).toEqual([7, 7]);
});

test("maps places of the shown and the stored text to one another", () => {
  for (const at of [0, 3, 9, 15, 17, 36, 37]) expect(shownOffset(shown, storedOffset(shown, at))).toBe(at);
  expect(storedSlice(stored, shown, 3, 9)).toBe("{{answer:a}}");
});

test("asks for an answer after @ at the start of a word", () => {
  expect(["@", "Hi @", "(@", "me@", "Hi"].map((text) => asksForRecall(text, text.length))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test("offers the questions before, all of them on the default end screen, and hidden fields", () => {
  const graph = { ...chain(node("a", "short_text"), node("b", "number"), node("c", "email")), hidden_fields: ["plan"] };
  const at = (from: string, more: object = {}) =>
    recallablesAt({ graph: { ...graph, ...more } as unknown as Graph, from, table: builtInTypes }).map(
      ({ recall }) => recall,
    );
  expect(at("b")).toEqual(["{{answer:a}}", "{{hidden:plan}}"]);
  expect(at("end")).toHaveLength(4);
  expect(at("end", { edges: [], fallback_end_node_id: "end" })).toHaveLength(4);
});

test("names a chip by its question's title, shortened", () => {
  const graph = chain(node("a", "short_text")) as unknown as Graph;
  const long = { ...graph, nodes: [{ ...graph.nodes[0], data: { title: "x".repeat(99) } }] } as Graph;
  expect([chipName(graph)("answer", "a"), chipName(graph)("answer", "gone")]).toEqual(["About a", "unknown question"]);
  expect(chipName(long)("answer", "a")).toBe(`${"x".repeat(40)}…`);
});
