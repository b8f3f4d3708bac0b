import { useEffect, useId, useRef } from "react";
import type { Calculation, Problem } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import { scoreSteps } from "../../../strings/en/dashboard/builder/builder.ts";
import { readers, stillUsed } from "../../../strings/en/dashboard/builder/inspector.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { FieldProblems } from "../../../ui/fields/labelled.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../ui/menu.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { ReorderHandle } from "../inspector/reorder.tsx";
import rulesStyles from "../inspector/rules.module.css";
import { usesOfCalculation } from "../model/uses.ts";
import type { DryRun } from "../problems/dryRun.ts";
import type { ScoreResult, ScoreResults } from "../problems/evaluateScores.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { withCopy } from "./list.ts";
import { ScoreForm } from "./scoreForm.tsx";
import styles from "./scores.module.css";
import { resultText, summaryOf } from "./summary.ts";

interface Props {
  at: number;
  isOpen: boolean;
  /** moves the focus to its name when it opens */
  takesFocus: boolean;
  run: DryRun;
  /** null without answers */
  results: ScoreResults | null;
  problems: readonly Problem[];
  onToggle(): void;
  onRenamed(key: string): void;
  onMove(from: number, to: number): void;
  onPreview(): void;
}

/** One score with its result, which opens to a form. */
export function ScoreCard({ at, isOpen, takesFocus, run, results, problems, onToggle, onMove, ...rest }: Props) {
  const graph = useGraph();
  const textOf = useProblemText();
  const table = useQuestionTable();
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  const score = graph.calculations?.[at] as Calculation;
  const name = score.title || words.untitled;
  const reading = { graph, from: "", table, readsAll: true };
  const result = results?.[score.key] ?? null;
  const texts = [...new Set(problems.map(textOf))];
  useEffect(() => {
    if (isOpen && takesFocus) body.current?.querySelector("input")?.focus();
  }, [isOpen, takesFocus]);
  return (
    <li className={rulesStyles.card} data-open={isOpen || undefined} data-place={`score:${at}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: it has more than fields */}
      <div role="group" aria-label={words.score(at + 1)}>
        <div className={rulesStyles.head}>
          <ReorderHandle label={words.move(name)} at={at} onMove={onMove} />
          <button
            type="button"
            className={rulesStyles.summary}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            <span className={styles.texts}>
              <span className={rulesStyles.sentence} dir="auto">
                {name}
              </span>
              <span className={styles.help} dir="auto">
                {summaryOf(score, reading)}
              </span>
            </span>
            {results && <Pill score={score} result={result} />}
            <Icon name={isOpen ? "chevron-up" : "chevron-down"} />
          </button>
          <ActionMenu label={words.actions(name)} actions={useScoreMenu(at, name, onMove)} />
        </div>
        {!isOpen && <FieldProblems problems={texts} />}
        {isOpen && (
          <div ref={body} id={id} className={styles.form}>
            <ScoreForm score={score} at={at} reading={reading} run={run} results={results} problems={texts} {...rest} />
          </div>
        )}
      </div>
    </li>
  );
}

function useScoreMenu(at: number, name: string, onMove: Props["onMove"]): MenuAction[] {
  const graph = useGraph();
  const editor = useEditor();
  const announce = useAnnounce();
  const list = graph.calculations ?? [];
  const set = (calculations: Calculation[], label: string) =>
    editor.perform("setCalculations", { calculations }, { label });
  const remove = () => {
    const still = usesOfCalculation(graph, list[at]?.key ?? "");
    set(list.toSpliced(at, 1), scoreSteps.remove(name));
    if (readers(still) === "") announce(words.removedUndo(name));
    else tell(stillUsed(words.removed(name), still), { label: undo, onPress: editor.undo });
  };
  return [
    {
      id: "up",
      label: words.moveUp,
      icon: "arrow-up",
      isDisabled: at === 0,
      onAction: () => onMove(at, at - 1),
    },
    {
      id: "down",
      label: words.moveDown,
      icon: "arrow-down",
      isDisabled: at === list.length - 1,
      onAction: () => onMove(at, at + 1),
    },
    {
      id: "copy",
      label: words.duplicate,
      icon: "copy",
      startsGroup: true,
      onAction: () => set(withCopy(list, at), scoreSteps.duplicate(name)),
    },
    {
      id: "remove",
      label: words.remove,
      icon: "trash-2",
      startsGroup: true,
      isDanger: true,
      onAction: remove,
    },
  ];
}

function Pill({ score, result }: { score: Calculation; result: ScoreResult | null }) {
  const text = resultText(score, result);
  return (
    <span className={styles.pill} data-unknown={result?.value === null || result === null || undefined} dir="auto">
      {text}
    </span>
  );
}
