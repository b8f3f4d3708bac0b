import { useContext, useDeferredValue, useMemo, useRef, useState } from "react";
import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/list.ts";
import { type Device, DevicePreview } from "../../../ui/devicePreview.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { titleText } from "../../../ui/titleText.ts";
import { useEditorState } from "../editing/useEditor.ts";
import { OpenedFormContext } from "../openForm.ts";
import { type Alone, alone } from "../preview/alone.ts";
import { formOf, previewedGraph } from "../preview/previewed.ts";
import { useWalkable } from "../preview/useWalkable.ts";
import type { Found } from "../problems/useProblems.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { type QuestionTable, useQuestionTable } from "../types/questionTable.ts";
import styles from "./list.module.css";

type Extent = keyof typeof words.extents;

const deviceIcons = { computer: "monitor", phone: "smartphone" } as const;

interface Props {
  slug: string;
  title: string;
  found: Found;
}

/** The selected question, else the start, or the whole form on the respondent's own page. It follows each edit. */
export function PagePreview({ slug, title, found }: Props) {
  const { history, selected } = useEditorState();
  const [device, setDevice] = useState<Device>("computer");
  const [extent, setExtent] = useState<Extent>("question");
  const opened = useContext(OpenedFormContext);
  // typing comes first
  const whole = useDeferredValue(history.graph);
  const shownId = selected ?? whole.entry_node_id ?? null;
  const table = useQuestionTable();
  const { graph, start } = useMemo(
    () => (extent === "form" ? { graph: whole, start: undefined } : onlyNode(whole, shownId, table)),
    [extent, whole, shownId, table],
  );
  const walkable = useWalkable(graph);
  const textOf = useRef(useProblemText());
  const fresh = useMemo(
    () =>
      walkable && opened
        ? formOf({
            slug,
            title,
            form: opened.form,
            graph: previewedGraph(walkable, graph, found.problems, textOf.current),
          })
        : null,
    [walkable, opened, slug, title, graph, found.problems],
  );
  // the page stays until the next state is ready
  const shown = useRef(fresh);
  shown.current = fresh ?? shown.current;
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
        <Segmented label={words.extent} value={extent} options={words.extents} onChange={setExtent} />
      </div>
      <div className={styles.screen}>
        {shown.current && graph.nodes.length > 0 && (
          <DevicePreview key={extent} device={device} form={shown.current} start={start} title={words.frames[extent]} />
        )}
      </div>
    </section>
  );
}

/** Leaves out conditions: the start is always shown, and other questions have no answers here. */
function unconditional({ show_if: _, valid_if: _rules, ...data }: GraphNode["data"]): GraphNode["data"] {
  const options = data.config?.options;
  if (!Array.isArray(options)) return data;
  return { ...data, config: { ...data.config, options: options.map(({ show_if: _if, ...option }) => option) } };
}

/** A form of one question, with the names of inserted answers in place of the answers. */
function onlyNode(graph: Graph, id: string | null, table: QuestionTable): { graph: Graph; start?: Alone["start"] } {
  const node = id === null ? undefined : nodeIn(graph, id);
  if (!node) return { graph: { ...graph, nodes: [], edges: [], entry_node_id: null, fallback_end_node_id: null } };
  const { title, description } = node.data;
  const texts = {
    ...(title !== undefined && { title: titleText(title) }),
    ...(description !== undefined && { description: titleText(description) }),
  };
  const shown = { ...node, data: { ...unconditional(node.data), ...texts } };
  const only = alone(shown, table.factsOf(node).isEnd, words.end);
  const { pages: _, ...rest } = graph;
  return { graph: { ...rest, ...only.graph }, start: only.start };
}
