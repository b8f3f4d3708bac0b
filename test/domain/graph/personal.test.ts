import { personalNodes } from "../../../shared/domain/graph/personal.ts";
import type { GraphNode } from "../../../shared/domain/graph/types.ts";

/** Which answers identify someone, over all versions of a form (wants §21.5). */
const node = (id: string, isPersonal?: boolean): GraphNode => ({
  id,
  question_type: "short_text",
  data: isPersonal === undefined ? {} : { is_personal: isPersonal },
});
const after = (...versions: GraphNode[][]): string[] =>
  versions.reduce<string[]>((older, nodes) => personalNodes({ nodes }, older), []);

test("nodes without a mark aren't personal", () => {
  expect(after([node("toString"), node("b", false), node("hasOwnProperty", true)])).toEqual(["hasOwnProperty"]);
});

test("the newest version that has a node decides", () => {
  expect(after([node("a", true), node("b", true)], [node("a")])).toEqual(["b"]);
  expect(after([node("a", true)], [node("b")], [node("c", true)])).toEqual(["c", "a"]);
  expect(after([node("a", true)], [node("a")], [node("b")])).toEqual([]);
  expect(after([node("a")], [node("a", true)])).toEqual(["a"]);
});
