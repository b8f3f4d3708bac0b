import { useContext, useMemo } from "react";
import * as words from "../../../strings/en/dashboard/builder/palette.ts";
import { FormPreview } from "../../../ui/formPreview.tsx";
import { useGraph } from "../editing/useEditor.ts";
import { OpenedFormContext } from "../openForm.ts";
import { onlyNode } from "../preview/onlyNode.ts";
import { formOf, previewedGraph } from "../preview/previewed.ts";
import { useWalkable } from "../preview/useWalkable.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./sample.module.css";

/** The highlighted question of the form on the respondent's own page. */
export function FoundQuestion({ id, name }: { id: string; name: string }) {
  const whole = useGraph();
  const table = useQuestionTable();
  const form = useContext(OpenedFormContext)?.form;
  const { graph, start } = useMemo(() => onlyNode(whole, id, table), [whole, id, table]);
  const walkable = useWalkable(graph);
  const shown = useMemo(() => {
    if (!walkable || !form) return null;
    return formOf({ slug: "preview", title: "", form, graph: previewedGraph(walkable, graph, [], String) });
  }, [walkable, form, graph]);
  return (
    <div className={styles.sample}>
      <div className={styles.page} inert>
        {shown && <FormPreview form={shown} {...(start && { start })} title={words.sample(name)} />}
      </div>
      <b>{name}</b>
    </div>
  );
}
