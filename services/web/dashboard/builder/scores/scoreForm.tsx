import { useContext, useState } from "react";
import type { Calculation } from "../../../../../shared/domain/graph/types.ts";
import { scoreSteps } from "../../../strings/en/dashboard/builder/builder.ts";
import { readers } from "../../../strings/en/dashboard/builder/inspector.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FieldGroup, FieldProblems, Labelled } from "../../../ui/fields/labelled.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import type { Reading } from "../conditions/operands.ts";
import { useEditor } from "../editing/useEditor.ts";
import { NameInput } from "../inspector/nameInput.tsx";
import { withMembers } from "../model/share.ts";
import { usesOfCalculation } from "../model/uses.ts";
import type { DryRun } from "../problems/dryRun.ts";
import type { ScoreResults } from "../problems/evaluateScores.ts";
import { PreviousContext } from "../problems/useProblemContext.ts";
import { nameOfNode } from "../types/names.ts";
import { stepOf } from "./bands.ts";
import { BandsEditor } from "./bandsEditor.tsx";
import { questionsIn } from "./formula/available.ts";
import { FormulaEditor } from "./formula/formulaEditor.tsx";
import { endScreens, isKeyOf, keyOf, keysOf } from "./list.ts";
import { NumberInput } from "./number.tsx";
import { QuestionPicker } from "./questionPicker.tsx";
import styles from "./scores.module.css";
import { readSimple, type Simple, writeSimple } from "./simple.ts";
import { resultText } from "./summary.ts";
import { whyUnknown } from "./unknown.ts";

interface Props {
  score: Calculation;
  at: number;
  reading: Reading;
  run: DryRun;
  results: ScoreResults | null;
  problems: readonly string[];
  onRenamed(key: string): void;
  onPreview(): void;
}

type Method = keyof typeof words.methods;

/** All settings of a score. */
export function ScoreForm(props: Props) {
  const { score, at, reading, results } = props;
  const edits = useScoreEdits(props);
  const { method, simple, put } = edits;
  const published = usePublished(score.key);
  const result = results?.[score.key] ?? null;
  return (
    <>
      <Names score={score} edits={edits} />
      <div className={styles.method}>
        <Segmented label={words.method} value={method} options={words.methods} onChange={edits.choose} />
      </div>
      {method !== "formula" && simple ? (
        <SimpleFields score={score} simple={simple} edits={edits} />
      ) : (
        <>
          <FormulaEditor
            score={score}
            at={at}
            reading={reading}
            parts={result?.parts ?? null}
            onChange={(value) => put({ value }, "value")}
          />
          <div className={styles.three}>
            <Decimals score={score} onChange={(decimals) => put({ decimals }, "decimals")} />
          </div>
        </>
      )}
      <BandsEditor
        bands={score.bands ?? []}
        step={stepOf(score.decimals ?? 2)}
        published={published?.bands ?? []}
        value={result?.value ?? null}
        onChange={(bands, part = "") =>
          put({ bands: bands.length > 0 ? bands : undefined }, part && `band:${part}`, scoreSteps.bands)
        }
      />
      <ShownOn score={score} reading={reading} />
      <Result {...props} />
    </>
  );
}

const usePublished = (key: string): Calculation | undefined =>
  useContext(PreviousContext)?.calculations?.find((calculation) => calculation.key === key);

type Edits = ReturnType<typeof useScoreEdits>;

/** The score's method, and all changes of it. */
function useScoreEdits({ score, at, reading, onRenamed }: Props) {
  const editor = useEditor();
  const list = reading.graph.calculations ?? [];
  const published = usePublished(score.key);
  const simple = readSimple(score.value);
  const [isFormula, setFormula] = useState(simple === null);
  const method: Method = isFormula || !simple ? "formula" : simple.method;
  const others = keysOf(list.toSpliced(at, 1));
  const put = (members: Parameters<typeof withMembers<Calculation>>[1], part: string, label = scoreSteps.edit) =>
    editor.perform(
      "setCalculations",
      { calculations: list.with(at, withMembers(score, members)) },
      { label, key: `score:${at}:${part}` },
    );
  const rename = (to: string, step?: string) => {
    editor.perform(
      "renameCalculation",
      { key: score.key, to },
      { label: scoreSteps.rename, ...(step && { key: step }) },
    );
    onRenamed(editor.state().history.graph.calculations?.[at]?.key ?? score.key);
  };
  const setTitle = (title: string) => {
    put({ title: title || undefined }, "title");
    if (published || !isKeyOf(score.key, score.title ?? "")) return;
    rename(keyOf(title, others), `score:${at}:title`);
  };
  const choose = (next: Method) => {
    setFormula(next === "formula");
    if (next === "formula") return;
    const kept = simple ?? { items: questionsIn(score.value), atLeast: null, factor: null };
    put({ value: writeSimple({ ...kept, method: next }) }, "method");
  };
  const setSimple = (members: Partial<Simple>, part: string) =>
    simple && put({ value: writeSimple({ ...simple, ...members }) }, part);
  return { simple, method, others, put, rename, setTitle, choose, setSimple };
}

function Names({ score, edits }: { score: Calculation; edits: Edits }) {
  return (
    <div className={styles.two}>
      <Labelled label={words.name}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            dir="auto"
            maxLength={500}
            value={score.title ?? ""}
            onChange={({ target }) => edits.setTitle(target.value)}
          />
        )}
      </Labelled>
      <NameInput
        label={words.key}
        description={words.keyHelp}
        name={score.key}
        taken={edits.others}
        onRename={(to) => edits.rename(to)}
      />
    </div>
  );
}

/** A sum or mean: its questions and their minimum count, the factor and decimals. */
function SimpleFields({ score, simple, edits }: { score: Calculation; simple: Simple; edits: Edits }) {
  const { put, setSimple } = edits;
  return (
    <>
      <QuestionPicker items={simple.items} onChange={(items) => setSimple({ items }, "items")} />
      <div className={styles.three}>
        <NumberInput
          label={words.atLeast}
          placeholder={words.any}
          value={simple.atLeast ?? undefined}
          onChange={(count) => setSimple({ atLeast: count ? Math.max(0, Math.round(count)) : null }, "at_least")}
        />
        <NumberInput
          label={words.factor}
          placeholder="1"
          value={simple.factor ?? undefined}
          onChange={(factor) => setSimple({ factor: factor ?? null }, "factor")}
        />
        <Decimals score={score} onChange={(decimals) => put({ decimals }, "decimals")} />
      </div>
    </>
  );
}

/** The result of the preview's answers, with reasons if it is unknown. */
function Result({ score, reading, run, results, problems, onPreview }: Props) {
  const result = results?.[score.key] ?? null;
  return (
    <section className={styles.result} aria-label={words.result}>
      <h3>{words.result}</h3>
      {/* problems come and go a moment after an edit, so they are last: nothing moves under the pointer */}
      <FieldProblems problems={problems} />
      {results === null ? (
        <p>
          {words.noAnswers}{" "}
          <Button size="small" icon="eye" onPress={onPreview}>
            {words.preview}
          </Button>
        </p>
      ) : (
        <>
          <output className={styles.pill} data-unknown={result?.value == null || undefined}>
            {resultText(score, result)}
          </output>
          {result ? (
            <Reasons reasons={whyUnknown(score.value, "value", { reading, run, parts: result.parts })} />
          ) : (
            <p>{words.hasProblem}</p>
          )}
        </>
      )}
    </section>
  );
}

const Decimals = ({ score, onChange }: { score: Calculation; onChange(decimals: number | undefined): void }) => (
  <NumberInput
    label={words.decimals}
    placeholder="2"
    value={score.decimals}
    onChange={(decimals) => onChange(decimals)}
  />
);

const reasonLimit = 5;

function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <ul className={styles.reasons}>
      {reasons.slice(0, reasonLimit).map((reason) => (
        <li key={reason} dir="auto">
          {reason}
        </li>
      ))}
      {reasons.length > reasonLimit && <li>{words.moreReasons(reasons.length - reasonLimit)}</li>}
    </ul>
  );
}

/** End screens as checkboxes, and what else uses the score. */
function ShownOn({ score, reading: { graph, table } }: Pick<Props, "score" | "reading">) {
  const editor = useEditor();
  const ends = endScreens(graph, score.key, (node) => table.factsOf(node).isEnd);
  const show = (id: string, keys: string[], isOn: boolean) => {
    const next = isOn ? [...keys, score.key] : keys.filter((key) => key !== score.key);
    const value = next.length > 0 ? next : undefined;
    editor.perform("setConfig", { id, key: "show_calculations", value }, { label: scoreSteps.show });
  };
  return (
    <FieldGroup label={words.shownOn} description={words.uses(readers(usesOfCalculation(graph, score.key)))}>
      {ends.map(({ node, keys, isShown }) => (
        <Checkbox
          key={node.id}
          label={<span dir="auto">{nameOfNode(node)}</span>}
          isChecked={isShown}
          onChange={(isChecked) => show(node.id, keys, isChecked)}
        />
      ))}
    </FieldGroup>
  );
}
