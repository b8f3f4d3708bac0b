import { useContext, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/list.ts";
import { type Device, DevicePreview } from "../../../ui/devicePreview.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { useEditorState } from "../editing/useEditor.ts";
import { OpenedFormContext } from "../openForm.ts";
import { onlyNode } from "../preview/onlyNode.ts";
import { formOf, previewedGraph } from "../preview/previewed.ts";
import { useWalkable } from "../preview/useWalkable.ts";
import type { Found } from "../problems/useProblems.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./list.module.css";

const deviceIcons = { computer: "monitor", phone: "smartphone" } as const;

type Extent = keyof typeof words.extents;

interface Props {
  slug: string;
  title: string;
  found: Found;
  /** Called with the node that the page shows, and with null when the page goes. */
  onWalk(node: string | null): void;
}

/** Narrower than this, a computer's page can't be read. In CSS pixels. */
const narrowWidth = 480;

/** Returns whether the element is too narrow for a computer, as beside the rules. */
function useNarrow() {
  const box = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => entry && setNarrow(entry.contentRect.width < narrowWidth));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, isNarrow] as const;
}

/** Returns the form whose page shows the graph. It stays until the next state is ready, and is null before the first. */
function usePreviewed(graph: Graph, { slug, title, found: { problems } }: Pick<Props, "slug" | "title" | "found">) {
  const opened = useContext(OpenedFormContext);
  const walkable = useWalkable(graph);
  const textOf = useRef(useProblemText());
  const fresh = useMemo(
    () =>
      walkable && opened
        ? formOf({ slug, title, form: opened.form, graph: previewedGraph(walkable, graph, problems, textOf.current) })
        : null,
    [walkable, opened, slug, title, graph, problems],
  );
  const shown = useRef(fresh);
  shown.current = fresh ?? shown.current;
  return shown.current;
}

/** The selected question, or the whole form on the respondent's own page. It follows each edit. */
export function PagePreview({ slug, title, found, onWalk }: Props) {
  const { history, selected } = useEditorState();
  const [chosen, setDevice] = useState<Device | null>(null);
  const [screen, isNarrow] = useNarrow();
  const device = chosen ?? (isNarrow ? "phone" : "computer");
  const [wanted, setExtent] = useState<Extent>("question");
  const extent = selected === null ? "form" : wanted;
  // typing comes first
  const whole = useDeferredValue(history.graph);
  const table = useQuestionTable();
  const { graph, start } = useMemo(
    () => (extent === "form" ? { graph: whole, start: undefined } : onlyNode(whole, selected, table)),
    [extent, whole, selected, table],
  );
  const form = usePreviewed(graph, { slug, title, found });
  // the page tells of each step, but not of its start
  useEffect(() => {
    onWalk(extent === "form" ? (whole.entry_node_id ?? null) : selected);
    return () => onWalk(null);
  }, [extent, whole.entry_node_id, selected, onWalk]);
  return (
    <section className={styles.page} aria-label={words.page}>
      <div className={styles.switches}>
        <Segmented
          label={words.device}
          value={device}
          options={words.devices}
          icons={deviceIcons}
          onChange={setDevice}
        />
        {selected !== null && (
          <Segmented label={words.extent} value={extent} options={words.extents} onChange={setExtent} />
        )}
      </div>
      <div ref={screen} className={styles.screen}>
        {form && graph.nodes.length > 0 && (
          <DevicePreview
            key={extent}
            device={device}
            form={form}
            start={start}
            title={words.frames[extent]}
            onWalk={onWalk}
          />
        )}
      </div>
    </section>
  );
}
