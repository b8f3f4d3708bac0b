import { type ReactNode, Suspense } from "react";
import { builderGestures, builderKeys } from "../../strings/en/dashboard/keys.ts";
import { ElsewhereDialog, ImportDialog, KeysDialog, PreviewPanel, ProblemsPanel, PublishDialog } from "./lazyPanels.ts";
import { AddPicker } from "./palette/addPicker.tsx";
import { type PanelName, placeToFix } from "./shown.ts";
import type { Work } from "./work.ts";

type Place = "above" | "over";

interface PanelRow {
  /** above the form, or a dialog over it */
  place: Place;
  content(work: Work, close: () => void): ReactNode;
}

/** Every panel and dialog of the builder. */
const panels: Record<PanelName, PanelRow> = {
  problems: {
    place: "above",
    content: ({ found, session, show, leaveFor }, close) => (
      <ProblemsPanel
        found={found}
        onPlay={(begun) => show({ kind: "panel", panel: "preview", begun })}
        onFix={(problem) => leaveFor(problem) || show(placeToFix(problem, session.editor.state().history.graph))}
        onClose={close}
      />
    ),
  },
  preview: { place: "over", content: (work, close) => <PreviewPanel work={work} onClose={close} /> },
  design: { place: "over", content: (work, close) => <PreviewPanel work={work} first="design" onClose={close} /> },
  publish: {
    place: "over",
    content: ({ slug, session, found, published, onPublished, show, leaveFor }, close) => (
      <PublishDialog
        slug={slug}
        saver={session.saver}
        found={found}
        previous={published}
        onPublished={onPublished}
        onFix={(problem) => {
          close();
          if (!leaveFor(problem)) show(placeToFix(problem, session.editor.state().history.graph));
        }}
        onClose={close}
      />
    ),
  },
  import: { place: "over", content: (_work, close) => <ImportDialog onClose={close} /> },
  elsewhere: { place: "over", content: ({ slug }, close) => <ElsewhereDialog slug={slug} onClose={close} /> },
  go: {
    place: "over",
    content: ({ view, show }, close) => (
      <AddPicker onAdded={() => view === "canvas" && show({ kind: "question", place: null })} onClose={close} />
    ),
  },
  keys: {
    place: "over",
    content: (_work, close) => <KeysDialog keys={builderKeys} gestures={builderGestures} onClose={close} />,
  },
};

/** The open panel, if it belongs to this place. */
export function PanelAt({ place, work }: { place: Place; work: Work }) {
  const { shown, show } = work;
  const { panel } = shown;
  if (panel === null || panels[panel].place !== place) return null;
  return <Suspense>{panels[panel].content(work, () => show({ kind: "panel_closed", panel }))}</Suspense>;
}
