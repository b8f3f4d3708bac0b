import { useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { Toolbar as AriaToolbar } from "react-aria-components";
import { Button } from "../../parts/button.tsx";
import { buttonRowClass } from "../../parts/buttonRow.tsx";
import { KeysHelp } from "../../parts/keysHelp.tsx";
import { ActionMenu } from "../../parts/menu.tsx";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import * as canvasWords from "../../strings/en/dashboard/builder/canvas.ts";
import * as exchangeWords from "../../strings/en/dashboard/builder/exchange.ts";
import * as goToWords from "../../strings/en/dashboard/builder/goTo.ts";
import * as previewWords from "../../strings/en/dashboard/builder/preview.ts";
import * as problemWords from "../../strings/en/dashboard/builder/problems.ts";
import { builderKeys } from "../../strings/en/dashboard/keys.ts";
import { useEditorState } from "./editing/useEditor.ts";
import { useActions } from "./list/useActions.ts";
import type { Panel } from "./panel.ts";
import { type Found, isCut } from "./problems/useProblems.ts";
import type { Saving } from "./saving/machine.ts";
import type { Saver } from "./saving/saver.ts";
import { SavingStatus } from "./saving/savingStatus.tsx";
import type { View } from "./view.ts";
import styles from "./workspace.module.css";

interface Props {
  title: string;
  saving: Saving;
  /** what is not saved is kept on this device */
  isKept: boolean;
  saver: Saver;
  found: Found;
  view: View;
  onView(view: View): void;
  onOpen(panel: Exclude<Panel, null>): void;
  onExport(): void;
}

export function Toolbar({ title, saving, isKept, saver, found, view, onView, onOpen, onExport }: Props) {
  const { history } = useEditorState();
  const actions = useActions();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.toolbar }, region);
  const errors = found.problems.filter(({ severity }) => severity === "error").length;
  const undoLabel = history.past.at(-1)?.label ?? null;
  const redoLabel = history.future.at(-1)?.label ?? null;
  return (
    <section ref={region} {...landmarkProps} className={styles.toolbar}>
      <h1 className="visually-hidden">{title}</h1>
      <SavingStatus saving={saving} isKept={isKept} onSaveNow={saver.hurry} />
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, not fields */}
      <div role="group" className={styles.views} aria-label={canvasWords.viewGroup}>
        {(Object.keys(canvasWords.views) as View[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => onView(one)}>
            {canvasWords.views[one]}
          </button>
        ))}
      </div>
      <AriaToolbar className={buttonRowClass} aria-label={words.toolbar}>
        <Button aria-label={words.undo(undoLabel)} isDisabled={undoLabel === null} onPress={actions.undo}>
          {words.undoShort}
        </Button>
        <Button aria-label={words.redo(redoLabel)} isDisabled={redoLabel === null} onPress={actions.redo}>
          {words.redoShort}
        </Button>
        <Button look={errors > 0 ? "danger" : "quiet"} onPress={() => onOpen("problems")}>
          {found.graph
            ? words.problemsButton(errors, found.problems.length - errors, isCut(found.problems))
            : problemWords.looking}
        </Button>
        <Button onPress={() => onOpen("preview")}>{previewWords.title}</Button>
        <ActionMenu
          label={exchangeWords.more}
          actions={[
            { id: "go", label: goToWords.title, keys: "Ctrl+K", onAction: () => onOpen("go") },
            { id: "export", label: exchangeWords.exportForm, startsGroup: true, onAction: onExport },
            { id: "import", label: exchangeWords.importForm, onAction: () => onOpen("import") },
          ]}
        />
        <KeysHelp keys={builderKeys} actions={{}} />
        <Button look="primary" onPress={() => onOpen("publish")}>
          {words.publish}
        </Button>
      </AriaToolbar>
    </section>
  );
}
