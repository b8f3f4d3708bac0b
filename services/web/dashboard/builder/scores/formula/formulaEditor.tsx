import { useState } from "react";
import type { Calculation } from "../../../../../../shared/domain/graph/types.ts";
import * as words from "../../../../strings/en/dashboard/builder/formula.ts";
import { untitled } from "../../../../strings/en/dashboard/builder/scores.ts";
import { Button } from "../../../../ui/button.tsx";
import { Labelled } from "../../../../ui/fields/labelled.tsx";
import type { Reading } from "../../conditions/operands.ts";
import { readJson } from "../../editing/readJson.ts";
import type { ScoreResult } from "../../problems/evaluateScores.ts";
import { availableOf, earlierReading, optionsAt } from "./available.ts";
import styles from "./formula.module.css";
import { formulaText } from "./formulaText.ts";
import { PartEditor } from "./partEditor.tsx";

interface Props {
  score: Calculation;
  at: number;
  reading: Reading;
  /** values of its parts; null without answers */
  parts: ScoreResult["parts"] | null;
  onChange(value: unknown): void;
}

/** A formula as a sentence, and below it as nested parts or as JSON. */
export function FormulaEditor({ score, at, reading, parts, onChange }: Props) {
  const [isJson, setJson] = useState(false);
  const options = optionsAt(at, reading);
  const readingBefore = earlierReading(at, reading);
  return (
    <section className={styles.formula} aria-label={words.label}>
      <p className={styles.sentence} dir="auto">
        {words.sentence(score.title || untitled, formulaText(score.value, reading))}
      </p>
      {isJson ? (
        <JsonField value={score.value} onChange={onChange} />
      ) : (
        <PartEditor
          part={score.value}
          path="value"
          name=""
          depth={0}
          shared={{ options, available: availableOf(options, readingBefore), reading: readingBefore, parts }}
          onChange={onChange}
        />
      )}
      <Button look="plain" size="small" icon="code" onPress={() => setJson(!isJson)}>
        {isJson ? words.editParts : words.editJson}
      </Button>
    </section>
  );
}

/** Applies the text when the field is left, if it is JSON. */
function JsonField({ value, onChange }: Pick<Props, "onChange"> & { value: unknown }) {
  const [text, setText] = useState<string | null>(null);
  const [isInvalid, setInvalid] = useState(false);
  const leave = () => {
    if (text === null) return;
    const read = readJson(text);
    setInvalid(!read.ok);
    if (!read.ok) return;
    onChange(read.value);
    setText(null);
  };
  return (
    <Labelled label={words.json} problems={isInvalid ? [words.invalidJson] : []}>
      {(attributes) => (
        <textarea
          {...attributes}
          className={styles.json}
          spellCheck={false}
          dir="ltr"
          rows={10}
          value={text ?? JSON.stringify(value, null, 2) ?? ""}
          onChange={({ target }) => setText(target.value)}
          onBlur={leave}
        />
      )}
    </Labelled>
  );
}
