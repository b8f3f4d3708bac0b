import type { Graph } from "../../../shared/domain/graph/types.ts";
import type { ImportFormat, ImportIssue } from "../../../shared/domain/shapes/imports.ts";
import { refuseLarge } from "./finish.ts";
import type { ImportedForm, Issue, Item } from "./importedForm.ts";

const issueLimit = 500;
const messageLimit = 1_000;

/** Returns the response to an import, as JSON. */
export function resultOf(format: ImportFormat, form: ImportedForm, graph: Graph): string {
  refuseLarge(graph);
  const { title, language, items, notes } = form;
  const indexes = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  const issues = [...items.flatMap(issuesOf), ...notes];
  return JSON.stringify({
    format,
    title,
    language,
    graph,
    translations_count: 0,
    counts: countsOf(items),
    issues: issues.slice(0, issueLimit).map((issue) => shown(issue, indexes)),
  });
}

/** Names the node also in issues that were noted before it was added. */
const issuesOf = ({ issues, isLost, nodeId }: Item): Issue[] =>
  isLost ? issues : issues.map((issue) => ({ ...issue, node_id: issue.node_id ?? nodeId }));

function countsOf(items: readonly Item[]) {
  const lost = items.filter(({ isLost }) => isLost).length;
  const converted = items.filter(({ issues }) => issues.length === 0).length;
  return { found: items.length, converted, changed: items.length - lost - converted, lost };
}

function shown(issue: Issue, indexes: ReadonlyMap<string, number>): ImportIssue {
  const { node_id, message, source } = issue;
  const index = node_id === null ? undefined : indexes.get(node_id);
  const cut = (text: string) => (text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text).toWellFormed();
  return {
    ...issue,
    source: cut(source),
    node_id: index === undefined ? null : node_id,
    path: index === undefined ? null : `/nodes/${index}`,
    message: cut(message),
  };
}
