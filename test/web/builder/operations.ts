import fc from "fast-check";
import { copyNodes } from "../../../services/web/dashboard/builder/model/clipboard.ts";
import type { OperationName, Wanted } from "../../../services/web/dashboard/builder/model/operations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { questionTypes } from "../../../shared/domain/questions/question.ts";

/** One operation that a user can do in the builder. */
export type Act = { [N in OperationName]: { name: N; wanted: Wanted<N> } }[OperationName];

const pick = <T>(items: readonly T[], at: number, otherwise: T): T =>
  items[at % Math.max(1, items.length)] ?? otherwise;
const title = fc.constantFrom("How old are you?", "Name", "", "Why {{answer:a}}?", "x".repeat(500));

/**
 * Returns any operation on a graph. It selects nodes and edges by number, so that it fits a graph changed by other
 * operations.
 */
export function anyAct(): fc.Arbitrary<(graph: Graph) => Act> {
  return fc
    .record({
      name: fc.constantFrom<OperationName>(
        "addNode",
        "addAfter",
        "insertOnEdge",
        "removeNodes",
        "duplicate",
        "paste",
        "setType",
        "setData",
        "setShowIf",
        "setConfig",
        "renameNode",
        "renameOption",
        "renameHidden",
        "renameCalculation",
        "moveNodes",
        "layout",
        "reorderNodes",
        "shiftNodes",
        "addEdge",
        "retarget",
        "setCondition",
        "removeEdges",
        "reorderEdge",
        "setEntry",
        "setFallback",
        "setHidden",
        "setMarkup",
        "setCalculations",
        "makePage",
        "moveToPage",
        "removePage",
        "setPage",
        "replace",
      ),
      one: fc.nat(50),
      other: fc.nat(50),
      question_type: fc.constantFrom(...questionTypes, "never_heard_of"),
      title,
      newName: fc.constantFrom("fresh", "toString", "not a name", "a"),
      isOn: fc.boolean(),
    })
    .map((choice) => (graph) => actOn(graph, choice));
}

const fromElsewhere: Graph = {
  schema_version: "2.0",
  entry_node_id: "a",
  fallback_end_node_id: null,
  nodes: ["a", "elsewhere"].map((id) => ({
    id,
    question_type: "short_text",
    data: { title: `From elsewhere: ${id}` },
  })),
  edges: [{ from: "a", to: "elsewhere", condition: null }],
};

/** Returns the form as in an export without edge ids, with a new first title. */
function sentAgain(graph: Graph, title: string): Graph {
  const { nodes, edges, ...rest }: Graph = JSON.parse(JSON.stringify(graph));
  const [first, ...others] = nodes;
  const written = first ? [{ ...first, data: { ...first.data, ...(title && { title }) } }, ...others] : nodes;
  return { ...rest, nodes: written, edges: edges.map(({ id: _, ...edge }) => edge) };
}

interface Choice {
  name: OperationName;
  one: number;
  other: number;
  question_type: string;
  title: string;
  newName: string;
  isOn: boolean;
}

function actOn(graph: Graph, choice: Choice): Act {
  const { nodes, edges, hidden_fields = [], calculations = [] } = graph;
  const { name, one, other, question_type, title, newName, isOn } = choice;
  const ids = nodes.map(({ id }) => id);
  const [id, second] = [pick(ids, one, "none"), pick(ids, other, "none")];
  const edge = pick(edges, one, undefined)?.id ?? "none";
  const page = pick(graph.pages ?? [], one, undefined)?.id ?? "none";
  const condition = isOn ? null : ({ left: { type: "answer", node_id: second }, op: "answered" } as const);
  const acts: { [N in OperationName]: () => Wanted<N> } = {
    addNode: () => ({ question_type, title }),
    addAfter: () => ({ question_type, after: isOn ? id : null }),
    insertOnEdge: () => ({ edge_id: edge, question_type }),
    removeNodes: () => ({ ids: [id, second], reconnect: isOn }),
    duplicate: () => ({ ids: [id, second] }),
    paste: () => ({ fragment: copyNodes(graph, [id, second]), after: isOn ? id : null }),
    setType: () => ({ id, question_type }),
    setData: () =>
      isOn ? { id, title, show_if: condition } : { id, is_required: isOn, description: undefined, show_if: condition },
    setShowIf: () => ({ ids: [id, second], show_if: condition ?? undefined }),
    setConfig: () => ({ id, key: isOn ? "placeholder" : "scoring", value: isOn ? title : undefined }),
    renameNode: () => ({ id, to: newName }),
    renameOption: () => ({ node_id: id, list: "options", from: "a", to: newName }),
    renameHidden: () => ({ key: pick(hidden_fields, one, "none"), to: newName }),
    renameCalculation: () => ({ key: pick(calculations, one, undefined)?.key ?? "none", to: newName }),
    moveNodes: () => ({ positions: { [id]: { x: one, y: other } } }),
    layout: () => ({ positions: { [id]: { x: one, y: other }, [second]: { x: other, y: one } } }),
    reorderNodes: () => ({ ids: [id], before: isOn ? null : second, ...(other % 2 && { page }) }),
    shiftNodes: () => ({ ids: [id], by: isOn ? 1 : -1 }),
    addEdge: () => ({ from: id, to: second, condition }),
    retarget: () => ({ id: edge, to: second }),
    setCondition: () => ({ id: edge, condition }),
    removeEdges: () => ({ ids: [edge] }),
    reorderEdge: () => ({ id: edge, place: other }),
    setEntry: () => ({ id }),
    setFallback: () => ({ id: isOn ? null : second }),
    setHidden: () => ({ keys: isOn ? [...hidden_fields, `key${one}`] : [] }),
    setMarkup: () => ({ isOn, keepsLook: one % 2 === 0 }),
    setCalculations: () => ({
      calculations: isOn
        ? [...calculations, { key: `score${calculations.length}`, value: { sum: [{ points: id }] }, title }]
        : calculations.slice(1),
    }),
    makePage: () => ({ ids: [id, second] }),
    moveToPage: () => ({ ids: [id], page: isOn ? page : null }),
    removePage: () => ({ id: page }),
    setPage: () => (isOn ? { id: page, title } : { id: page, description: undefined }),
    setTranslation: () => ({ language: "de", key: `${id}.title`, text: isOn ? title : "" }),
    addLanguage: () => ({ language: isOn ? "de" : "fr" }),
    removeLanguage: () => ({ language: isOn ? "fr" : "de" }),
    replace: () => ({ graph: isOn ? sentAgain(graph, title) : fromElsewhere }),
  };
  return { name, wanted: acts[name]() } as Act;
}
