import { privateKeys } from "./calculations/outline.ts";
import type { Calculation, Edge, Graph, GraphNode, NodeData } from "./types.ts";

/**
 * Returns the graph for respondents, without edge ids, positions, scoring, marks of personal data, names in other tools, private calculations
 * and translations (decisions §4, §4.1, §5), and without empty optional keys (features §10).
 */
export function publicGraph({ pages = [], calculations = [], translations: _, ...graph }: Graph): Graph {
  return {
    ...graph,
    nodes: graph.nodes.map(publicNode),
    edges: graph.edges.map(publicEdge),
    ...(pages.length > 0 && { pages }),
    ...(calculations.length > 0 && { calculations: publicCalculations(calculations) }),
  };
}

/** A private calculation reads points or the score, which respondents don't get (features §12). */
function publicCalculations(calculations: Calculation[]): Calculation[] {
  const hidden = privateKeys(calculations);
  return calculations.map((calculation) => {
    if (!hidden.has(calculation.key)) return calculation;
    const { key, title } = calculation;
    return { key, ...(title !== undefined && { title }), is_private: true };
  });
}

const publicEdge = ({ from, to, condition }: Edge): Edge => ({ from, to, condition });

function publicNode({ position: _position, ...node }: GraphNode): GraphNode {
  const data = publicData(node.data);
  if (!data.config) return { ...node, data };
  const { scoring: _scoring, ...config } = data.config;
  return { ...node, data: { ...data, config: publicConfig(config) } };
}

function publicData({ show_if = null, valid_if = [], is_personal: _, source_name: __, ...data }: NodeData): NodeData {
  return { ...data, ...(show_if !== null && { show_if }), ...(valid_if.length > 0 && { valid_if }) };
}

/** Lists of options and of a matrix's rows and columns. */
const lists = ["options", "rows", "columns"] as const;

function publicConfig(config: Record<string, unknown>): Record<string, unknown> {
  const shown = lists.filter((name) => (config[name] as Item[] | undefined)?.some(hasOwnersKeys));
  const fields = config.fields as { config?: Record<string, unknown> }[] | undefined;
  return {
    ...config,
    ...Object.fromEntries(shown.map((name) => [name, (config[name] as Item[]).map(publicItem)])),
    ...(fields && {
      fields: fields.map((field) => (field.config ? { ...field, config: publicConfig(field.config) } : field)),
    }),
  };
}

interface Item {
  show_if?: unknown;
  source_value?: string;
}

const hasOwnersKeys = ({ show_if, source_value }: Item): boolean => show_if === null || source_value !== undefined;

const publicItem = ({ show_if, source_value: _, ...item }: Item): Item => (show_if ? { ...item, show_if } : item);
