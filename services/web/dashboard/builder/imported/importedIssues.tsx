import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { forgetIssues, openIssues, watchIssues } from "../../importing/importIssues.ts";
import { useGraph } from "../editing/useEditor.ts";
import { ImportedPanel } from "../lazyPanels.ts";
import type { Show } from "../useShown.ts";
import { ImportedContext } from "./importMark.tsx";

/** Marks the questions that an import changed, until the owner has checked them. */
export function ImportedMarks({ formId, children }: { formId: string; children: ReactNode }) {
  const issues = useSyncExternalStore(watchIssues, () => openIssues(formId));
  const marked = useMemo(() => new Set(issues.map(({ node_id }) => node_id)), [issues]);
  return <ImportedContext value={marked}>{children}</ImportedContext>;
}

/** Steps through these questions. */
export function ImportedIssues({ formId, show }: { formId: string; show: Show }) {
  const issues = useSyncExternalStore(watchIssues, () => openIssues(formId));
  const graph = useGraph();
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const open = issues.filter(({ node_id }) => ids.has(node_id));
  if (open.length === 0) return null;
  const select = (id: string) => show({ kind: "question", id, place: null });
  return <ImportedPanel formId={formId} issues={open} onSelect={select} onDismiss={() => forgetIssues(formId)} />;
}
