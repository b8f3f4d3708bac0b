import type { Graph } from "../../../shared/domain/graph/types.ts";
import type { ImportFormat } from "../../../shared/domain/shapes/imports.ts";
import { refuseLarge } from "./finish.ts";
import type { ImportedForm, ImportIssue, Item } from "./importedForm.ts";

const issueLimit = 500;
const messageLimit = 1_000;

/** Returns the response to an import, as JSON. */
export function resultOf(format: ImportFormat, form: ImportedForm, graph: Graph): string {
  refuseLarge(graph);
  const { title, language, items, notes } = form;
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const issues = [...items.flatMap(issuesOf), ...notes];
  return JSON.stringify({
    format,
    title,
    language,
    graph,
    translations_count: 0,
    counts: countsOf(items),
    issues: issues.slice(0, issueLimit).map((issue) => shown(issue, ids)),
  });
}

/** Names the node also in issues that were noted before it was added. */
const issuesOf = ({ issues, isLost, nodeId }: Item): ImportIssue[] =>
  isLost ? issues : issues.map((issue) => ({ ...issue, node_id: issue.node_id ?? nodeId }));

function countsOf(items: readonly Item[]) {
  const lost = items.filter(({ isLost }) => isLost).length;
  const converted = items.filter(({ issues }) => issues.length === 0).length;
  return { found: items.length, converted, changed: items.length - lost - converted, lost };
}

function shown(issue: ImportIssue, ids: ReadonlySet<string>): ImportIssue {
  const { node_id, message, source } = issue;
  const cut = (text: string) => (text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text).toWellFormed();
  return {
    ...issue,
    source: cut(source),
    node_id: node_id !== null && ids.has(node_id) ? node_id : null,
    message: cut(message),
  };
}
