import { useEffect, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { calculationLimit } from "../../../../../shared/domain/limits.ts";
import { scoreSteps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/emptyState.tsx";
import { WithGuide } from "../../../ui/guideLink.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import inspectorStyles from "../inspector/inspector.module.css";
import rulesStyles from "../inspector/rules.module.css";
import type { DryRun } from "../problems/dryRun.ts";
import { scoreIndexOf } from "../problems/place.ts";
import { nameOfScore, withMove, withNew } from "./list.ts";
import { ScoreCard } from "./scoreCard.tsx";
import styles from "./scores.module.css";
import { hasPoints } from "./simple.ts";
import { useScores } from "./useScores.ts";

interface Props {
  /** answers of the preview */
  run: DryRun;
  /** the score to open; null to show the list */
  wanted: number | null;
  problems: readonly Problem[];
  onPreview(): void;
  onClose(): void;
}

/** Scores of the form in order. One at a time is open for editing. */
export function ScoresPanel({ run, wanted, problems, onPreview, onClose }: Props) {
  const editor = useEditor();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.title }, region);
  const scores = useScoreList(wanted);
  const { list, add } = scores;
  useEffect(() => {
    if (wanted === null) region.current?.querySelector("button")?.focus();
  }, [wanted]);
  return (
    <section
      ref={region}
      {...landmarkProps}
      aria-label={words.title}
      className={inspectorStyles.inspector}
      data-wide={scores.open !== null || undefined}
      onBlur={() => editor.settle()}
    >
      <div className={inspectorStyles.head}>
        <div className={inspectorStyles.name}>
          <WithGuide guide="scores">
            <h2>{words.title}</h2>
          </WithGuide>
        </div>
        <Button look="plain" size="small" icon="x" aria-label={words.close} onPress={onClose} />
      </div>
      <div className={styles.body}>
        {list.length === 0 ? (
          <NoScores onAdd={add} />
        ) : (
          <Cards run={run} problems={problems} list={scores} onPreview={onPreview} />
        )}
      </div>
    </section>
  );
}

/** Without scores, points still add up to the form's total. */
function NoScores({ onAdd }: { onAdd(): void }) {
  const hasTotal = useGraph().nodes.some(hasPoints);
  const texts = hasTotal
    ? { title: words.totalTitle, text: words.totalText }
    : { title: words.emptyTitle, text: words.emptyText };
  return (
    <EmptyState {...texts}>
      <Button look="primary" icon="plus" onPress={onAdd}>
        {words.add}
      </Button>
    </EmptyState>
  );
}

type ScoreList = ReturnType<typeof useScoreList>;

/** The scores, which of them is open, and changes of the list. */
function useScoreList(wanted: number | null) {
  const editor = useEditor();
  const list = useGraph().calculations ?? [];
  const [open, setOpen] = useState<string | null>(list[wanted ?? -1]?.key ?? null);
  const [takesFocus, setTakesFocus] = useState(wanted !== null);
  const add = () => {
    editor.settle();
    editor.perform("setCalculations", { calculations: withNew(list) }, { label: scoreSteps.add });
    setTakesFocus(true);
    setOpen(editor.state().history.graph.calculations?.at(-1)?.key ?? null);
  };
  const move = (from: number, to: number) => {
    const moved = withMove(list, from, to);
    if ("reader" in moved) return tell(words.cantMove(nameOfScore(moved.reader), nameOfScore(moved.read)));
    editor.perform("setCalculations", { calculations: moved.list }, { label: scoreSteps.move });
  };
  const toggle = (key: string) => {
    setTakesFocus(false);
    setOpen(key === open ? null : key);
  };
  return { list, open, setOpen, takesFocus, add, move, toggle };
}

interface CardsProps extends Pick<Props, "run" | "problems" | "onPreview"> {
  list: ScoreList;
}

function Cards({ run, problems, onPreview, list: { list, open, setOpen, takesFocus, add, move, toggle } }: CardsProps) {
  const results = useScores(run);
  return (
    <>
      <p className={styles.help}>{words.about}</p>
      <ol className={rulesStyles.cards} aria-label={words.list}>
        {list.map((score, at) => (
          <ScoreCard
            // biome-ignore lint/suspicious/noArrayIndexKey: under its new key it is the same score
            key={at}
            at={at}
            isOpen={score.key === open}
            takesFocus={takesFocus}
            run={run}
            results={results}
            problems={problems.filter((problem) => scoreIndexOf(problem) === at)}
            onToggle={() => toggle(score.key)}
            onRenamed={(key) => setOpen(key)}
            onMove={move}
            onPreview={onPreview}
          />
        ))}
      </ol>
      {list.length < calculationLimit ? (
        <Button look="soft" icon="plus" onPress={add}>
          {words.add}
        </Button>
      ) : (
        <p className={styles.help}>{words.tooMany(calculationLimit)}</p>
      )}
    </>
  );
}
