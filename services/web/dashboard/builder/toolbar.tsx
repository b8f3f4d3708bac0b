import { useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { Toolbar as AriaToolbar } from "react-aria-components";
import { Button } from "../../parts/button.tsx";
import { buttonRowClass } from "../../parts/buttonRow.tsx";
import { mediaQuery } from "../../parts/mediaQuery.ts";
import { ActionMenu } from "../../parts/menu.tsx";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import * as canvasWords from "../../strings/en/dashboard/builder/canvas.ts";
import * as exchangeWords from "../../strings/en/dashboard/builder/exchange.ts";
import * as goToWords from "../../strings/en/dashboard/builder/goTo.ts";
import * as previewWords from "../../strings/en/dashboard/builder/preview.ts";
import * as problemWords from "../../strings/en/dashboard/builder/problems.ts";
import { keys as keysTitle } from "../../strings/en/dashboard/keys.ts";
import { useActions } from "./editing/useActions.ts";
import { useEditorState } from "./editing/useEditor.ts";
import type { Panel } from "./panel.ts";
import { type Found, isCut } from "./problems/useProblems.ts";
import type { Saving } from "./saving/machine.ts";
import type { Saver } from "./saving/saver.ts";
import { SavingStatus } from "./saving/savingStatus.tsx";
import { useIsNarrow } from "./useView.ts";
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

/** where words would take a third row */
const useIsPhone = mediaQuery("(width < 30rem)");

export function Toolbar({ title, saving, isKept, saver, found, view, onView, onOpen, onExport }: Props) {
  const { history } = useEditorState();
  const actions = useActions();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.toolbar }, region);
  const isNarrow = useIsNarrow();
  const isPhone = useIsPhone();
  const errors = found.problems.filter(({ severity }) => severity === "error").length;
  const warnings = found.problems.length - errors;
  const problemsText = found.graph
    ? words.problemsButton(errors, warnings, isCut(found.problems))
    : problemWords.looking;
  const tryOut = { id: "preview", label: previewWords.title, onAction: () => onOpen("preview") };
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
          {isNarrow ? <Sign>↶</Sign> : words.undoShort}
        </Button>
        <Button aria-label={words.redo(redoLabel)} isDisabled={redoLabel === null} onPress={actions.redo}>
          {isNarrow ? <Sign>↷</Sign> : words.redoShort}
        </Button>
        <Button aria-label={problemsText} look={errors > 0 ? "danger" : "quiet"} onPress={() => onOpen("problems")}>
          {isNarrow && found.graph ? <Sign>{words.problemsShort(errors, warnings)}</Sign> : problemsText}
        </Button>
        {!isPhone && <Button onPress={tryOut.onAction}>{previewWords.title}</Button>}
        <ActionMenu
          label={exchangeWords.more}
          actions={[
            ...(isPhone ? [tryOut] : []),
            { id: "go", label: goToWords.title, keys: "Ctrl+K", onAction: () => onOpen("go") },
            { id: "keys", label: keysTitle, keys: "?", onAction: () => onOpen("keys") },
            { id: "export", label: exchangeWords.exportForm, startsGroup: true, onAction: onExport },
            { id: "import", label: exchangeWords.importForm, onAction: () => onOpen("import") },
          ]}
        />
        <Button look="primary" onPress={() => onOpen("publish")}>
          {words.publish}
        </Button>
      </AriaToolbar>
    </section>
  );
}

/** In place of words, which the button's label has. */
const Sign = ({ children }: { children: string }) => (
  <span aria-hidden="true" className={styles.sign}>
    {children}
  </span>
);
