import { type ReactNode, useState } from "react";
import { sameValue } from "../../../../shared/domain/graph/diff/values.ts";
import * as words from "../../strings/en/dashboard/fields.ts";
import { Button } from "../button.tsx";
import type { FieldProps } from "./field.ts";
import styles from "./fields.module.css";
import { FieldGroup } from "./labelled.tsx";
import { newPair, objectOf, type Pair, pairsOf } from "./pairs.ts";

interface ValueInput {
  label: string;
  value: string;
  isKept: boolean;
  onChange(value: string): void;
}

interface Props extends FieldProps {
  valueTitle?: string;
  valueInput?: (input: ValueInput) => ReactNode;
}

/** Names with their values, one row each. */
export function PairsField({ field, value, onChange, problems, valueTitle, valueInput = textInput }: Props) {
  const [pairs, setPairs] = useState(() => pairsOf(value));
  const [known, setKnown] = useState(value);
  if (!sameValue(known, value)) {
    setKnown(value);
    // the value changed elsewhere
    if (!sameValue(objectOf(pairs), value)) setPairs(pairsOf(value));
  }
  const change = (next: Pair[]) => {
    setPairs(next);
    onChange(objectOf(next));
  };
  const changed = (pair: Pair, part: Partial<Pair>) =>
    change(pairs.map((one) => (one === pair ? { ...pair, ...part } : one)));
  return (
    <FieldGroup label={field.label} description={field.description} {...(problems && { problems })}>
      {pairs.length > 0 && (
        <ul className={styles.pairs}>
          {pairs.map((pair, at) => {
            const row = words.pairOf(field.label, at + 1);
            const valueLabel = words.pairPart(row, valueTitle ?? words.pairValue);
            return (
              <li key={pair.key} className={`${styles.field} ${styles.pair}`}>
                <input
                  type="text"
                  aria-label={words.pairPart(row, words.pairName)}
                  placeholder={words.pairName}
                  autoCapitalize="off"
                  spellCheck={false}
                  value={pair.name}
                  onChange={({ target }) => changed(pair, { name: target.value })}
                />
                {valueInput({
                  label: valueLabel,
                  value: pair.value,
                  isKept: pair.isKept,
                  onChange: (written) => changed(pair, { value: written }),
                })}
                <Button
                  look="plain"
                  aria-label={words.removePairOf(pair.name || row)}
                  onPress={() => change(pairs.filter((one) => one !== pair))}
                >
                  {words.removePair}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <div>
        <Button onPress={() => change([...pairs, newPair(pairs)])}>{words.addPair}</Button>
      </div>
    </FieldGroup>
  );
}

const textInput = ({ label, value, isKept, onChange }: ValueInput): ReactNode => (
  <input
    type="text"
    aria-label={label}
    placeholder={isKept ? words.keptSecret : words.pairValue}
    autoComplete="off"
    spellCheck={false}
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
);
