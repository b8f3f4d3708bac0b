import { useEffect, useRef, useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../../shared/domain/shapes/sessions.ts";
import { Button } from "../../../parts/button.tsx";
import { ButtonRow } from "../../../parts/buttonRow.tsx";
import { Panel } from "../../../parts/section.tsx";
import type { PreviewMessage, WalkedMessage } from "../../../respondent/preview/preview.ts";
import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { useGraph } from "../editing/useEditor.ts";
import type { OpenedForm } from "../openForm.ts";
import type { Found } from "../problems/useProblems.ts";
import { HiddenInputs } from "./hiddenInputs.tsx";
import styles from "./preview.module.css";
import { TracePanel } from "./tracePanel.tsx";
import { type DryRun, useTrace } from "./useTrace.ts";

interface Props {
  slug: string;
  title: string;
  opened: OpenedForm;
  found: Found;
  /** what it begins with: an example of a problem, or nothing */
  begun: DryRun;
  onClose(): void;
}

/**
 * The respondent's own page in a frame: it is sent the draft, answers itself and reaches nobody. Below it stands why it goes the
 * way that it goes. While somebody edits, the same answers are walked through each new state of the draft.
 */
export function PreviewPanel({ slug, title, opened: { form }, found, begun, onClose }: Props) {
  const graph = useGraph();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [run, setRun] = useState(begun);
  /** what was answered last, for the next state of the draft: to send it anew is no reason to send it again */
  const latest = useRef(run);
  latest.current = run;
  const isSound = found.graph === graph && found.problems.every(({ severity }) => severity !== "error");
  const hasErrors = found.graph === graph && !isSound;
  const sent = { slug, title, form, graph };
  const show = (next: DryRun) => {
    setRun(next);
    if (isReady && isSound) send(frame.current, sent, next);
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
  // each sound state of the draft is shown without a word from whoever edits it
  useEffect(() => {
    if (isReady && isSound) send(frame.current, { slug, title, form, graph }, latest.current);
  }, [isReady, isSound, slug, title, form, graph]);
  return (
    <Panel
      title={words.title}
      actions={
        <ButtonRow>
          <Button isDisabled={!isSound} onPress={() => show({ ...run, answers: [] })}>
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
      <iframe ref={frame} className={styles.frame} title={words.frame} src={`/f/${encodeURIComponent(slug)}?preview`} />
      <TracePanel trace={useTrace(run)} />
    </Panel>
  );
}

type Sent = Pick<Props, "slug" | "title"> & Pick<OpenedForm, "form"> & { graph: Graph };

function send(frame: HTMLIFrameElement | null, sent: Sent, { answers, hidden }: DryRun): void {
  const message: PreviewMessage = {
    pathform: 1,
    type: "preview",
    form: previewed(sent),
    search: new URLSearchParams(hidden).toString(),
    answers: [...answers],
  };
  frame?.contentWindow?.postMessage(message, location.origin);
}

function previewed({ slug, title, form: { id, language, theme }, graph }: Sent): PublicForm {
  return {
    form: { id, slug, title, language },
    graph: graph as PublicForm["graph"],
    theme,
    version_number: 1,
    is_open: true,
    opens_at: null,
    closed_message: null,
  };
}
