import type { ImportFormat, ImportIssue } from "../../../shared/api/shapes/imports.ts";
import { languagesOf } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { causesOf } from "./causes.ts";
import { refuseLarge } from "./finish.ts";
import type { ImportedForm, Issue, Item } from "./importedForm.ts";
import { unmarked } from "./marks.ts";

const issueLimit = 500;
const messageLimit = 1_000;

/** Returns the response to an import, as JSON. `more`: settings, theme and emails. */
export function resultOf(format: ImportFormat, form: ImportedForm, graph: Graph, more: object = {}): string {
  refuseLarge(graph);
  const { title, language, items, notes } = form;
  const indexes = new Map(graph.nodes.map(({ id }, index) => [id, index]));
  const issues = [...items.flatMap(issuesOf), ...notes].map(withoutUnknownNode(indexes));
  return JSON.stringify({
    format,
    title,
    language,
    graph,
    translations_count: languagesOf(graph).length,
    counts: countsOf(items),
    causes: causesOf(issues),
    issues: issues.slice(0, issueLimit).map((issue) => shown(issue, indexes)),
    ...more,
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

/** A node can be removed after an issue named it. */
const withoutUnknownNode =
  (indexes: ReadonlyMap<string, number>) =>
  (issue: Issue): Issue => ({
    ...issue,
    node_id: issue.node_id !== null && indexes.has(issue.node_id) ? issue.node_id : null,
  });

function shown({ cause: _, ...issue }: Issue, indexes: ReadonlyMap<string, number>): ImportIssue {
  const { node_id, message, source } = issue;
  return {
    ...issue,
    source: cut(unmarked(source)),
    path: node_id === null ? null : `/nodes/${indexes.get(node_id)}`,
    message: cut(unmarked(message)),
  };
}

const cut = (text: string) => (text.length > messageLimit ? `${text.slice(0, messageLimit)}…` : text).toWellFormed();
