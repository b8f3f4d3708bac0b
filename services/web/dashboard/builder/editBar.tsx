import * as words from "../../strings/en/dashboard/builder/builder.ts";
import * as canvasWords from "../../strings/en/dashboard/builder/canvas.ts";
import { title as preview } from "../../strings/en/dashboard/builder/preview.ts";
import { keyNames } from "../../strings/en/dashboard/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { useActions } from "./editing/useActions.ts";
import { useEditorState } from "./editing/useEditor.ts";
import { ProblemsButton } from "./problems/problemsButton.tsx";
import { useIsPhone } from "./useIsPhone.ts";
import { useIsNarrow } from "./useView.ts";
import type { View } from "./view.ts";
import type { Work } from "./work.ts";
import styles from "./workspace.module.css";

/** Tidies up the canvas, which provides it while it is shown. */
export interface TidyUp {
  run(): void;
  isBusy: boolean;
  isEmpty: boolean;
}

interface Props {
  work: Work;
  onView(view: View): void;
  /** null in the list */
  tidyUp: TidyUp | null;
}

const viewIcons = { list: "list", canvas: "workflow" } as const;

/** Tools that edit the graph, over the canvas or above the list. On a phone, also what the form's bar has no room for. */
export function EditBar({ work, onView, tidyUp }: Props) {
  const { view, show } = work;
  const onAdd = () => show({ kind: "panel", panel: "go" });
  const isBare = useIsNarrow();
  const isPhone = useIsPhone();
  return (
    <Toolbar className={styles.editBar} label={words.editBar}>
      {view === "canvas" && (
        <Button look="primary" icon="plus" aria-label={words.addTitle} onPress={onAdd}>
          {words.addShort}
        </Button>
      )}
      <Views view={view} onView={onView} />
      <UndoButtons />
      {!isPhone && (
        <Button look="plain" icon="calculator" aria-label={words.scores} onPress={() => show({ kind: "scores" })}>
          {isBare || view === "list" ? undefined : words.scores}
        </Button>
      )}
      {tidyUp && (
        <Button
          look="plain"
          icon="sparkles"
          aria-label={tidyUp.isBusy ? canvasWords.layingOut : canvasWords.layOut}
          isDisabled={tidyUp.isEmpty}
          isPending={tidyUp.isBusy}
          onPress={tidyUp.run}
        >
          {isBare ? undefined : tidyUp.isBusy ? canvasWords.layingOut : canvasWords.layOut}
        </Button>
      )}
      {isPhone && (
        <>
          <Button
            look="plain"
            icon="eye"
            aria-label={preview}
            onPress={() => show({ kind: "panel", panel: "preview", begun: work.walked })}
          />
          <ProblemsButton work={work} />
        </>
      )}
      {/* Add opens the same search */}
      {view === "canvas" && !isBare && (
        <>
          <Button look="plain" icon="search" aria-label={words.find} onPress={onAdd}>
            {words.find}
          </Button>
          <kbd>{keyNames.find}</kbd>
        </>
      )}
    </Toolbar>
  );
}

function UndoButtons() {
  const { history } = useEditorState();
  const actions = useActions();
  const undoLabel = history.past.at(-1)?.label ?? null;
  const redoLabel = history.future.at(-1)?.label ?? null;
  return (
    <>
      <Button
        look="plain"
        icon="undo-2"
        aria-label={words.undo(undoLabel)}
        data-keys="Ctrl+Z"
        isDisabled={undoLabel === null}
        onPress={actions.undo}
      />
      <Button
        look="plain"
        icon="redo-2"
        aria-label={words.redo(redoLabel)}
        data-keys="Ctrl+Y"
        isDisabled={redoLabel === null}
        onPress={actions.redo}
      />
    </>
  );
}

const Views = ({ view, onView }: { view: View; onView(view: View): void }) => (
  // biome-ignore lint/a11y/useSemanticElements: buttons, not fields
  <div
    role="group"
    className={styles.views}
    data-starts-group={view === "canvas" || undefined}
    aria-label={canvasWords.viewGroup}
  >
    {(Object.keys(canvasWords.views) as View[]).map((one) => (
      <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
        <Icon name={viewIcons[one]} />
        <span>{canvasWords.views[one]}</span>
      </button>
    ))}
  </div>
);
