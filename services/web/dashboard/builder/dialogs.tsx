import { type ReactNode, Suspense } from "react";
import { builderGestures, builderKeys } from "../../strings/en/dashboard/keys.ts";
import { ElsewhereDialog, ImportDialog, KeysDialog, PreviewPanel, PublishDialog } from "./lazyPanels.ts";
import { AddPicker } from "./palette/addPicker.tsx";
import type { PanelName } from "./shown.ts";
import type { Work } from "./work.ts";

type DialogName = Exclude<PanelName, "problems">;

/** Every dialog of the builder. */
const dialogs: Record<DialogName, (work: Work, close: () => void) => ReactNode> = {
  preview: (work, close) => <PreviewPanel work={work} onClose={close} />,
  design: (work, close) => <PreviewPanel work={work} first="design" onClose={close} />,
  publish: ({ slug, session, found, published, onPublished, goTo, play }, close) => (
    <PublishDialog
      slug={slug}
      saver={session.saver}
      found={found}
      previous={published}
      onPublished={onPublished}
      onFix={goTo}
      onPlay={play}
      onClose={close}
    />
  ),
  import: (_work, close) => <ImportDialog onClose={close} />,
  elsewhere: ({ slug }, close) => <ElsewhereDialog slug={slug} onClose={close} />,
  go: ({ view, show }, close) => (
    <AddPicker onAdded={() => view === "canvas" && show({ kind: "question", place: null })} onClose={close} />
  ),
  keys: (_work, close) => <KeysDialog keys={builderKeys} gestures={builderGestures} onClose={close} />,
};

/** The open dialog, if there is one. */
export function OpenDialog({ work }: { work: Work }) {
  const { shown, show } = work;
  const { panel } = shown;
  if (panel === null || panel === "problems") return null;
  return <Suspense>{dialogs[panel](work, () => show({ kind: "panel_closed", panel }))}</Suspense>;
}
