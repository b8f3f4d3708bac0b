import type { Edge, Graph } from "../../../../../shared/domain/graph/types.ts";
import { listItems } from "../../../strings/en/dashboard/builder/changes.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { englishName } from "../../../ui/languageNames.ts";
import { readable } from "../../../ui/readable.ts";
import { titleText } from "../../../ui/titleText.ts";
import { memberAt, memberOf, type Path } from "../model/merging/members.ts";
import type { Part } from "../model/merging/parts.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** Names a part belongs to: a question, a rule, a page, … `graph`: the edited one. */
export function subjectOf(
  { path, mine, theirs, isOrder }: Pick<Part, "path" | "mine" | "theirs" | "isOrder">,
  graph: Graph,
): string {
  const [list = "", id = "", key = ""] = path;
  const whole = memberAt(graph, path.slice(0, 2)) ?? (path.length === 2 ? (mine ?? theirs) : undefined);
  const title = titleText(String(memberOf(whole, "title") ?? "")) || id;
  switch (list) {
    case "nodes":
      return path.length === 1 ? words.subjects.node_order : words.subjects.node(nameOf(graph, id, whole));
    case "edges": {
      const { from = id, to = "" } = (whole ?? {}) as Partial<Edge>;
      if (isOrder) return words.subjects.edge_order(nameOf(graph, path.length === 1 ? "" : id));
      return words.subjects.edge(nameOf(graph, from), nameOf(graph, to));
    }
    case "calculations":
      return words.subjects.calculation(title);
    case "pages":
      return words.subjects.page(title);
    case "translations":
      return words.subjects.translation(key === "" ? null : textName(key, graph), englishName(id));
    case "hidden_fields":
      return words.subjects.hidden_field(id);
    case "entry_node_id":
    case "fallback_end_node_id":
      return words.subjects[list];
    default:
      return readable(list);
  }
}

/** Returns the title of a question, of one that isn't in the graph from `node`, else the id. */
export function nameOf(graph: Graph, id: string, node?: unknown): string {
  const found = nodeIn(graph, id) ?? node;
  return found ? nameOfNode(found as Parameters<typeof nameOfNode>[0]) : id;
}

/** Returns the name of the question that a text belongs to, else its key. */
function textName(key: string, graph: Graph): string {
  const [id = key] = key.split(".");
  return nodeIn(graph, id) ? nameOf(graph, id) : key;
}

/** Returns the name of a member within its subject, as the inspector calls it: `Option “Tea”: Label`. Null for the subject itself. */
export function memberName(path: Path, graph: Graph, table: QuestionTable): string | null {
  const [list = "", id = "", ...rest] = path;
  if (!["nodes", "edges", "pages", "calculations"].includes(list)) return null;
  const type = String(memberAt(graph, [list, id, "question_type"]));
  const settings = list === "nodes" ? (table.schemaOf(type)?.properties ?? {}) : {};
  const names = rest.flatMap((key, at) => {
    const before = rest[at - 1] ?? "";
    if (key === "data" || key === "config" || (listItems[key] && at < rest.length - 1)) return [];
    const kind = listItems[before]?.[0];
    if (kind) return [words.item(kind, labelOf(memberAt(graph, path.slice(0, at + 3))) ?? key)];
    return [words.parts[key] ?? settings[key]?.title ?? readable(key)];
  });
  return names.length > 0 ? names.join(": ") : null;
}

/** Returns the text that people see for an item of a list. */
export function labelOf(item: unknown): string | null {
  const label = memberOf(item, "label") ?? memberOf(item, "title") ?? memberOf(memberOf(item, "data"), "title");
  return typeof label === "string" && label !== "" ? titleText(label) : null;
}
