import { type ReactNode, type RefObject, Suspense } from "react";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import { Button } from "../../ui/button.tsx";
import { Part } from "../../ui/part.tsx";
import { useEditorState } from "./editing/useEditor.ts";
import { FormInspector, NodeInspector, PageInspector, ScoresPanel } from "./lazyPanels.ts";
import type { Inspected } from "./shown.ts";
import type { Work } from "./work.ts";
import styles from "./workspace.module.css";

type Contents = {
  [K in Inspected["kind"]]: (inspected: Extract<Inspected, { kind: K }>, work: Work, close: () => void) => ReactNode;
};

const contents: Contents = {
  question: ({ node }, { view, shown, told }) => (
    <NodeInspector
      node={node}
      takesFocus={view === "list"}
      wanted={shown.wanted}
      problems={told.problems.filter(({ node_id }) => node_id === node.id)}
    />
  ),
  page: ({ page }, { shown }, close) => (
    <PageInspector key={page.id} page={page} wanted={shown.wanted} onClose={close} />
  ),
  scores: ({ index }, { walked, told, show }, close) => (
    <ScoresPanel
      key={index}
      run={walked}
      wanted={index}
      problems={told.problems}
      onPreview={() => show({ kind: "panel", panel: "preview", begun: walked })}
      onClose={close}
    />
  ),
  form: (_inspected, { view, shown }, close) => (
    <>
      {view === "canvas" && (
        <div className={styles.closeForm}>
          <Button look="plain" icon="x" aria-label={words.closeForm} onPress={close} />
        </div>
      )}
      <FormInspector wanted={shown.wanted} />
    </>
  ),
};

interface Props {
  ref: RefObject<HTMLDivElement | null>;
  inspected: Inspected | null;
  work: Work;
}

/** The side with the settings of the selected question, a page, the scores or the form. */
export function InspectorSide({ ref, inspected, work }: Props) {
  const { selection } = useEditorState();
  const close = () => work.show({ kind: "side_closed" });
  return (
    <div ref={ref} className={styles.inspector} hidden={inspected === null}>
      <Part key={selection}>
        <Suspense>{inspected && contentOf(inspected, work, close)}</Suspense>
      </Part>
    </div>
  );
}

/** The table's keys and its arguments belong together, which TypeScript can't see. */
function contentOf<K extends Inspected["kind"]>(
  inspected: Extract<Inspected, { kind: K }>,
  work: Work,
  close: () => void,
) {
  return contents[inspected.kind as K](inspected, work, close);
}
