import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { themeBlock } from "../../../../../shared/domain/theme/block.ts";
import type { WalkedMessage } from "../../../respondent/preview/preview.ts";
import * as listWords from "../../../strings/en/dashboard/builder/list.ts";
import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { Button } from "../../../ui/button.tsx";
import type { Device } from "../../../ui/devicePreview.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { mediaQuery } from "../../../ui/mediaQuery.ts";
import { PreviewFrame, sendPreview } from "../../../ui/previewFrame.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { formQuery } from "../../api/queries/forms.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { DryRun } from "../problems/dryRun.ts";
import type { Found } from "../problems/useProblems.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import type { Work } from "../work.ts";
import { DesignSide } from "./designSide.tsx";
import { HiddenInputs } from "./hiddenInputs.tsx";
import styles from "./preview.module.css";
import { formOf, type Previewed, previewedGraph } from "./previewed.ts";
import { TracePanel } from "./tracePanel.tsx";
import { useTrace } from "./useTrace.ts";
import { useWalkable } from "./useWalkable.ts";

const deviceIcons = { computer: "monitor", phone: "smartphone" } as const;
const useIsWide = mediaQuery("(width >= 64rem)");
const usePhone = mediaQuery("(width < 45rem)");

/** The part beside the page. */
type Side = "trace" | "design";

interface Props {
  work: Work;
  /** the part beside it at first; by default the trace, if there is room */
  first?: Side;
  onClose(): void;
}

/**
 * The respondent page in a frame over the whole window, which gets the draft and sends nothing. Errors of the draft show as end
 * screens. The logic trace or the themes are beside it. Opened after a change of the draft, it evaluates the same answers again.
 */
export function PreviewPanel({ work, first, onClose }: Props) {
  const { slug, found } = work;
  const form = useForm(work);
  const graph = useGraph();
  const editor = useEditor();
  const [device, setDevice] = useState<Device>("computer");
  const isWide = useIsWide();
  const isOnPhone = usePhone();
  const [chosenSide, setSide] = useState<Side | null | undefined>(first);
  const side = chosenSide === undefined ? (isWide ? "trace" : null) : chosenSide;
  const previewed = usePreviewed(graph, found);
  const { frame, run, show } = useRun(work, form, previewed);
  const trace = useTrace(run);
  const hasErrors = found.graph === graph && found.problems.some(({ severity }) => severity === "error");
  return (
    <Dialog
      title={words.title}
      isWide="window"
      onClose={onClose}
      actions={
        <Actions
          device={device}
          onDevice={setDevice}
          side={side}
          onSide={setSide}
          onAgain={previewed && (() => show({ ...run, answers: [] }))}
          onClose={onClose}
        />
      }
    >
      <div className={styles.window} data-beside={side !== null || undefined}>
        <p className={styles.about}>{hasErrors ? words.hasErrors : words.about}</p>
        <div className={styles.screen} data-device={isOnPhone ? undefined : device}>
          <PreviewFrame frame={frame} className={styles.frame} title={words.frame} slug={slug} />
        </div>
        {side === "design" && (
          <div className={styles.side}>
            <DesignSide slug={slug} chosen={form.theme} />
          </div>
        )}
        {side === "trace" && (
          <div className={styles.side}>
            <HiddenInputs
              keys={graph.hidden_fields ?? []}
              values={run.hidden}
              onChange={(hidden) => show({ ...run, hidden })}
            />
            <TracePanel
              trace={trace}
              onEdit={(id) => {
                editor.select(id);
                onClose();
              }}
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface ActionsProps {
  device: Device;
  onDevice(device: Device): void;
  side: Side | null;
  onSide(side: Side | null): void;
  /** null while there is nothing to show */
  onAgain: (() => void) | null;
  onClose(): void;
}

const sides = { design: ["palette", words.design], trace: ["split", words.traceTitle] } as const;

function Actions({ device, onDevice, side, onSide, onAgain, onClose }: ActionsProps) {
  const isOnPhone = usePhone();
  return (
    <>
      {!isOnPhone && (
        <Segmented
          label={listWords.device}
          value={device}
          options={listWords.devices}
          icons={deviceIcons}
          onChange={onDevice}
        />
      )}
      <Button icon="refresh-cw" aria-label={words.again} isDisabled={!onAgain} onPress={() => onAgain?.()}>
        {isOnPhone ? undefined : words.again}
      </Button>
      {(["design", "trace"] as const).map((one) => {
        const [icon, label] = sides[one];
        const isOpen = side === one;
        return (
          <Button
            key={one}
            icon={icon}
            aria-label={label}
            aria-pressed={isOpen}
            onPress={() => onSide(isOpen ? null : one)}
          >
            {isOnPhone ? undefined : label}
          </Button>
        );
      })}
      <Button look="plain" icon="x" aria-label={words.close} onPress={onClose} />
    </>
  );
}

/** Shows the form in the frame after every change, and follows the answers there. `show` begins with other ones. */
function useRun({ slug, title, shown, onWalk }: Work, form: Previewed["form"], previewed: Graph | null) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const [run, setRun] = useState(shown.begun);
  /** the last answers, for the next state of the draft; a ref, so that they don't cause another message */
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => onWalk(run), [run, onWalk]);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<WalkedMessage | { type: "ready" }>) => {
      if (!frame.current || source !== frame.current.contentWindow) return;
      if (data?.type === "ready") setReady(true);
      if (data?.type === "walked") setRun(({ hidden }) => ({ answers: data.answers, hidden }));
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  useEffect(() => {
    if (isReady && previewed) send(frame.current, { slug, title, form, graph: previewed }, latest.current);
  }, [isReady, slug, title, form, previewed]);
  const show = (next: DryRun) => {
    setRun(next);
    if (isReady && previewed) send(frame.current, { slug, title, form, graph: previewed }, next);
  };
  return { frame, run, show };
}

/** Returns the form with the theme that it has now. */
function useForm({ slug, opened: { form } }: Work): Work["opened"]["form"] {
  const theme = useQuery(formQuery(slug)).data?.theme ?? form.theme;
  return useMemo(() => ({ ...form, theme }), [form, theme]);
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
