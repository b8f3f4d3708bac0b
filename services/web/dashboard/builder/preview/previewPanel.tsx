import { useEffect, useMemo, useRef, useState } from "react";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { themeBlock } from "../../../../../shared/domain/theme/block.ts";
import type { WalkedMessage } from "../../../respondent/preview/preview.ts";
import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { PreviewFrame, sendPreview } from "../../../ui/previewFrame.tsx";
import { Panel } from "../../../ui/section.tsx";
import { useGraph } from "../editing/useEditor.ts";
import type { DryRun } from "../problems/dryRun.ts";
import type { Found } from "../problems/useProblems.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { HiddenInputs } from "./hiddenInputs.tsx";
import styles from "./preview.module.css";
import { formOf, type Previewed, previewedGraph } from "./previewed.ts";
import { TracePanel } from "./tracePanel.tsx";
import { useTrace } from "./useTrace.ts";
import { useWalkable } from "./useWalkable.ts";

interface Props {
  slug: string;
  title: string;
  form: Pick<FormDetail, "id" | "language" | "theme" | "review">;
  found: Found;
  /** answers to start with: the example of a problem, or none */
  begun: DryRun;
  onWalk(run: DryRun): void;
  onClose(): void;
}

/**
 * The respondent page in a frame, which gets the draft and sends nothing. Errors of the draft show as end screens. The logic trace
 * is below. After each change of the draft, the same answers are evaluated again.
 */
export function PreviewPanel({ slug, title, form, found, begun, onWalk, onClose }: Props) {
  const graph = useGraph();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [run, setRun] = useState(begun);
  /** the last answers, for the next state of the draft; a ref, so that they don't cause another message */
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => onWalk(run), [run, onWalk]);
  const previewed = usePreviewed(graph, found);
  const hasErrors = found.graph === graph && found.problems.some(({ severity }) => severity === "error");
  const show = (next: DryRun) => {
    setRun(next);
    if (isReady && previewed) send(frame.current, { slug, title, form, graph: previewed }, next);
  };
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<WalkedMessage | { type: "ready" }>) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      if (data?.type === "ready") setReady(true);
      if (data?.type === "walked") setRun(({ hidden }) => ({ answers: data.answers, hidden }));
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  // every change of the draft is shown
  useEffect(() => {
    if (isReady && previewed) send(frame.current, { slug, title, form, graph: previewed }, latest.current);
  }, [isReady, slug, title, form, previewed]);
  return (
    <Panel
      title={words.title}
      actions={
        <ButtonRow>
          <Button isDisabled={!previewed} onPress={() => show({ ...run, answers: [] })}>
            {words.again}
          </Button>
          <Button onPress={onClose}>{words.close}</Button>
        </ButtonRow>
      }
    >
      <p>{hasErrors ? words.hasErrors : words.about}</p>
      <HiddenInputs
        keys={graph.hidden_fields ?? []}
        values={run.hidden}
        onChange={(hidden) => show({ ...run, hidden })}
      />
      <PreviewFrame frame={frame} className={styles.frame} title={words.frame} slug={slug} />
      <TracePanel trace={useTrace(run)} />
    </Panel>
  );
}

/** Returns the graph for the frame once the draft is validated, as the same object until it changes. */
function usePreviewed(graph: Graph, found: Found): Graph | null {
  const walkable = useWalkable(graph);
  const textOf = useProblemText();
  const text = useRef(textOf);
  text.current = textOf;
  return useMemo(() => {
    if (!walkable || found.graph !== graph) return null;
    return previewedGraph(walkable, graph, found.problems, text.current);
  }, [walkable, graph, found]);
}

function send(frame: HTMLIFrameElement | null, sent: Previewed, { answers, hidden }: DryRun): void {
  sendPreview(frame, {
    form: formOf(sent),
    style: themeBlock(sent.form.theme),
    search: new URLSearchParams(hidden).toString(),
    answers: [...answers],
  });
}
