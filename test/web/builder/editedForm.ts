import fc from "fast-check";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { memberAt, withMember } from "../../../services/web/dashboard/builder/model/merging/members.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** A form that two people edit, what they do to it, and what they see of it. */
const options = ["a", "b"].map((value) => ({ value, label: value }));
const scoring = { mode: "options", points: { a: 1, b: 2 } };
export const start = withEdgeIds({
  ...(chain(
    node("pick", "multiple_choice", { options, scoring }),
    node("many", "number"),
    node("why", "short_text"),
    node("who", "short_text"),
  ) as Graph),
  hidden_fields: ["plan"],
  pages: [
    { id: "page", node_ids: ["many", "why"] },
    { id: "last", node_ids: ["who"] },
  ],
  calculations: [{ key: "score", value: 1, bands: [{ key: "low", from: 0, to: 1 }] }],
  translations: { de: { "pick.title": "Was?" } },
});
const [rule] = start.edges.map(({ id }) => id);

/** A question under the name that it has. */
const idOf = (graph: Graph, name: string) => graph.nodes.find(({ id }) => id.split("-")[0] === name)?.id ?? name;

/** Members that a person writes. */
const texts = [
  ...["pick", "many", "why", "who"].flatMap((name) => [`nodes ${name} data title`, `nodes ${name} data description`]),
  "nodes pick data config options a label",
  "nodes pick data config options b label",
  "pages page title",
  "pages last title",
  "calculations score title",
  "calculations score bands low label",
  "translations de pick.title",
];
const numbers = [
  "nodes pick data config scoring points a",
  "nodes pick data config scoring points b",
  "nodes many data config min",
  "nodes many data config max",
];
const pathOf = (graph: Graph, member: string) =>
  member.split(" ").map((key, at) => (at === 1 ? idOf(graph, key) : key));
const memberOf = (graph: Graph, member: string) => memberAt(graph, pathOf(graph, member));

/** Pages that both add get different ids. */
const pageOf = (graph: Graph, name: string) => {
  const page = graph.pages?.find(({ node_ids }) => node_ids.includes(idOf(graph, name)));
  return page && (start.pages?.some(({ id }) => id === page.id) ? page.id : "new");
};
const placed = ["many", "why", "who"];

/** Returns what people see of a draft, by names that stay. */
export const seenIn = (graph: Graph): Map<string, unknown> =>
  new Map<string, unknown>([
    ...[...texts, ...numbers].map((member) => [member, memberOf(graph, member)] as const),
    ...placed.map((name) => [`page of ${name}`, pageOf(graph, name)] as const),
    ...start.nodes.map(({ id }) => [`id of ${id}`, graph.nodes.find((one) => one.id === idOf(graph, id))?.id] as const),
    ...["page", "last"].map((id) => [`id of ${id}`, memberAt(graph, ["pages", id, "id"])] as const),
    [`edges ${rule} condition`, memberAt(graph, ["edges", rule ?? "", "condition"])],
  ]);

/** Returns the question, option or page of a member, which comes and goes with it. */
export const ownerOf = (member: string) =>
  /(?:options|points) (\w+)/.exec(member)?.[1] ?? member.replace(/^(?:nodes|pages|page of|id of) (\w+).*/, "$1");

/** A page comes and goes with the questions on it. */
export const isPage = (member: string) => member === "id of page" || member === "id of last";

export interface Act {
  who: number;
  kind: "write" | "number" | "rule" | "remove" | "option" | "rename" | "place" | "undo" | "reload";
  one: number;
  other: number;
  wait: number;
  isLost: boolean;
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Returns the draft after an act; `text` differs each time. */
export function acted(graph: Graph, { kind, one, other }: Act, text: string): Graph {
  const { removeNodes, renameNode, moveToPage, makePage } = operations;
  const question = idOf(graph, pick(placed, one));
  switch (kind) {
    case "write":
      return withMember(graph, pathOf(graph, pick(texts, one)), text);
    case "number":
      return withMember(graph, pathOf(graph, pick(numbers, one)), other);
    case "rule":
      return withMember(graph, ["edges", rule ?? "", "condition"], { op: "answered" });
    case "remove":
      return removeNodes(graph, { ids: [question], reconnect: true });
    case "option": {
      const config = ["nodes", "pick", "data", "config"];
      const value = pick(["a", "b"], one);
      const isThere = memberAt(graph, [...config, "options", value]) !== undefined;
      const points = [...config, "scoring", "points", value];
      const next = withMember(graph, [...config, "options", value], isThere ? undefined : { value, label: text });
      return withMember(next, points, isThere ? undefined : other);
    }
    case "rename":
      return renameNode(graph, { id: question, to: `${pick(placed, one)}-${text}` });
    case "place": {
      const page = pick([null, ...(graph.pages ?? []).map(({ id }) => id)], other);
      return other % 5 === 4 ? makePage(graph, { ids: [question] }) : moveToPage(graph, { ids: [question], page });
    }
    default:
      return graph;
  }
}

export const acts = fc.array(
  fc.record<Act>({
    who: fc.nat(1),
    kind: fc.constantFrom<Act["kind"][]>(
      "write",
      "write",
      "write",
      "number",
      "number",
      "rule",
      "remove",
      "option",
      "rename",
      "place",
      "place",
      "undo",
      "reload",
    ),
    one: fc.nat(20),
    other: fc.nat(20),
    wait: fc.nat(2_500),
    isLost: fc.nat(5).map((one) => one === 0),
  }),
  { maxLength: 20 },
);
/** Names of questions that changed don't make other problems. */
export const problemsIn = (graph: Graph) =>
  analyze(graph).map(({ code, node_id }) => `${code} ${node_id?.split("-")[0] ?? ""}`);
