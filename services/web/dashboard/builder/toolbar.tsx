import { useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { Toolbar as AriaToolbar } from "react-aria-components";
import * as words from "../../strings/en/dashboard/builder/builder.ts";
import * as exchangeWords from "../../strings/en/dashboard/builder/exchange.ts";
import * as previewWords from "../../strings/en/dashboard/builder/preview.ts";
import * as problemWords from "../../strings/en/dashboard/builder/problems.ts";
import { keys as keysTitle } from "../../strings/en/dashboard/keys.ts";
import { BarActions } from "../../ui/barActions.tsx";
import { Button } from "../../ui/button.tsx";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { ActionMenu } from "../../ui/menu.tsx";
import { type Found, isCut } from "./problems/useProblems.ts";
import type { Saving } from "./saving/machine.ts";
import type { Saver } from "./saving/saver.ts";
import { SavingStatus } from "./saving/savingStatus.tsx";
import { useIsNarrow } from "./useView.ts";
import styles from "./workspace.module.css";

/** A panel beside the builder or a dialog over it, one at a time. */
export type Panel = "problems" | "preview" | "publish" | "import" | "go" | "keys" | null;

interface Props {
  saving: Saving;
  /** unsaved changes are kept on this device */
  isKept: boolean;
  saver: Saver;
  found: Found;
  onOpen(panel: Exclude<Panel, null>): void;
  /** opens the form settings */
  onForm(): void;
  onScores(): void;
  onExport(): void;
}

/** On a phone, labels would need a third row. */
const useIsPhone = mediaQuery("(width < 30rem)");

/** The form as a whole, at the end of its bar: save status, problems, preview and publishing. */
export function Toolbar({ saving, isKept, saver, found, onOpen, onForm, onScores, onExport }: Props) {
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.toolbar }, region);
  const isPhone = useIsPhone();
  const preview = { id: "preview", label: previewWords.title, onAction: () => onOpen("preview") };
  return (
    <BarActions>
      <section ref={region} {...landmarkProps} className={styles.toolbar}>
        <SavingStatus saving={saving} isKept={isKept} onSaveNow={saver.hurry} />
        <AriaToolbar className={styles.buttons as string} aria-label={words.toolbar}>
          {found.graph?.nodes.length !== 0 && <ProblemsButton found={found} onPress={() => onOpen("problems")} />}
          {!isPhone && (
            <Button icon="eye" onPress={preview.onAction}>
              {previewWords.title}
            </Button>
          )}
          <Button look="primary" onPress={() => onOpen("publish")}>
            {words.publish}
          </Button>
          <ActionMenu
            label={exchangeWords.more}
            actions={[
              ...(isPhone ? [preview] : []),
              { id: "form", label: words.formSettings, icon: "settings", onAction: onForm },
              { id: "scores", label: words.scores, icon: "calculator", onAction: () => onScores() },
              { id: "go", label: words.paletteTitle, keys: "Ctrl+K", onAction: () => onOpen("go") },
              { id: "keys", label: keysTitle, keys: "?", onAction: () => onOpen("keys") },
              { id: "export", label: exchangeWords.exportForm, startsGroup: true, onAction: onExport },
              { id: "import", label: exchangeWords.importForm, onAction: () => onOpen("import") },
            ]}
          />
        </AriaToolbar>
      </section>
    </BarActions>
  );
}

function ProblemsButton({ found, onPress }: { found: Found; onPress: () => void }) {
  const isNarrow = useIsNarrow();
  const errors = found.problems.filter(({ severity }) => severity === "error").length;
  const warnings = found.problems.length - errors;
  const text = found.graph ? words.problemsButton(errors, warnings, isCut(found.problems)) : problemWords.looking;
  const worst = errors > 0 ? "error" : warnings > 0 ? "warning" : "none";
  return (
    <span className={styles.problems} data-worst={worst}>
      <Button
        look="plain"
        icon={worst === "none" ? "circle-check" : worst === "error" ? "circle-alert" : "triangle-alert"}
        aria-label={text}
        onPress={onPress}
      >
        {isNarrow ? errors || warnings || undefined : text}
      </Button>
    </span>
  );
}
