import { useEffect, useMemo, useState } from "react";
import type { FormSettings } from "../../../../../shared/domain/graph/translations/problems.ts";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { problemLimit } from "../../../../../shared/domain/limits.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import type { Analyst } from "./analyst.ts";

const quietFor = 150;

/** Returns whether there can be more problems than listed (decisions §4.4). */
export const isCut = (problems: readonly Problem[]): boolean => problems.length >= problemLimit;

/**
 * Returns the problems without those of a new question, until another one is selected or a panel such as Publish, which tells all of
 * them, was open.
 */
export function useTold(found: Found, isPanelOpen: boolean): Found {
  const editor = useEditor();
  const { selected, selection, fresh } = useEditorState();
  useEffect(() => {
    if (isPanelOpen) editor.touch();
  }, [editor, isPanelOpen]);
  const silent = selection === fresh ? selected : null;
  return useMemo(
    () =>
      silent === null ? found : { ...found, problems: found.problems.filter(({ node_id }) => node_id !== silent) },
    [found, silent],
  );
}

export interface Found {
  problems: readonly Problem[];
  /** the validated graph; null before the first validation */
  graph: Graph | null;
}

/** Returns the problems of publishing, 150 ms after the last change. Translations depend on the form's settings too. */
export function useProblems(
  analyst: Analyst | null,
  graph: Graph,
  previous: Graph | null,
  { language, title = "", closed_message: closed = null }: FormSettings,
): Found {
  const [found, setFound] = useState<Found>({ problems: [], graph: null });
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const problems = await analyst?.problems(graph, previous, {
        title,
        closed_message: closed,
        ...(language !== undefined && { language }),
      });
      if (problems && isCurrent) setFound({ problems, graph });
    };
    const timer = setTimeout(look, quietFor);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [analyst, graph, previous, language, title, closed]);
  return found;
}
