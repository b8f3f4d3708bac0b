import { useState } from "react";
import type { Comparison, Condition } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/conditions.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { Segmented } from "../../../ui/segmented.tsx";
import { ComparisonEditor } from "./comparisonEditor.tsx";
import styles from "./conditions.module.css";
import { groupOf, isShallow, type Match, shownOf } from "./groups.ts";
import { firstComparison, type Reading } from "./operands.ts";
import { readCondition } from "./read.ts";

interface Props {
  condition: unknown;
  reading: Reading;
  /** Called with null when the last condition is removed. */
  onChange(condition: Condition | null): void;
}

/** A condition as a form: comparisons, and groups of them down to the allowed depth. */
export function ConditionEditor({ condition, reading, onChange }: Props) {
  const read = readCondition(condition);
  if (read) return <Parts condition={read} reading={reading} fits={isShallow} onChange={onChange} />;
  return (
    <>
      <p className={fieldStyles.help}>{words.unreadableText}</p>
      <Button size="small" onPress={() => onChange(firstComparison(reading))}>
        {words.startAnew}
      </Button>
    </>
  );
}

interface PartsProps extends Props {
  condition: Condition;
  /** Whether the whole condition stays shallow enough if this part becomes that. */
  fits(condition: Condition | null): boolean;
}

/** A group with its parts, or a comparison as the only one. */
function Parts({ condition, reading, fits, onChange }: PartsProps) {
  const shown = shownOf(condition);
  const match = shown.kind === "group" ? shown.match : "all";
  const parts = shown.kind === "group" ? shown.parts : [condition];
  const group = (next: readonly Condition[], how = match) => groupOf(how, next);
  const withGroup = () => [...parts, { [match === "any" ? "all" : "any"]: two(reading) } as Condition];
  const options = Object.fromEntries(
    (Object.keys(words.matches) as Match[])
      .filter((one) => one === match || (one !== "notAll" && fits(group(parts, one))))
      .map((one) => [one, words.matches[one]]),
  ) as Record<Match, string>;
  return (
    <>
      {shown.kind === "group" && (
        <div className={styles.match}>
          <Segmented
            label={words.combination}
            value={match}
            options={options}
            onChange={(one) => onChange(group(parts, one))}
          />
          {words.ofThese}
        </div>
      )}
      <ol className={styles.parts}>
        {parts.map((part, at) => (
          <Part
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their index
            key={at}
            condition={part}
            reading={reading}
            number={at + 1}
            joint={at === 0 ? words.ifShort : match === "all" || match === "notAll" ? words.andShort : words.orShort}
            fits={(next) => fits(next && group(parts.with(at, next)))}
            onChange={(next) => onChange(group(next ? parts.with(at, next) : parts.toSpliced(at, 1)))}
          />
        ))}
      </ol>
      <div className={styles.row}>
        {fits(group([...parts, firstComparison(reading)])) && (
          <Button
            look="plain"
            size="small"
            icon="plus"
            onPress={() => onChange(group([...parts, firstComparison(reading)]))}
          >
            {words.addComparison}
          </Button>
        )}
        {shown.kind === "group" && fits(group(withGroup())) && (
          <Button look="plain" size="small" onPress={() => onChange(group(withGroup()))}>
            {words.addGroup}
          </Button>
        )}
      </div>
    </>
  );
}

const two = (reading: Reading) => [firstComparison(reading), firstComparison(reading)];

interface PartProps extends PartsProps {
  number: number;
  /** `If`, `and` or `or` before it */
  joint: string;
}

function Part({ number, joint, ...part }: PartProps) {
  const { condition, reading, fits, onChange } = part;
  const shown = shownOf(condition);
  const negatedOr = (one: Comparison, isNegated: boolean): Condition => (isNegated ? { not: one } : one);
  const [isOpen, setOpen] = useState(false);
  const hasOptions = isOpen || (shown.kind === "one" && (shown.isNegated || shown.comparison.ci === true));
  return (
    <li className={styles.part}>
      <span className={styles.joint}>{joint}</span>
      {/* biome-ignore lint/a11y/useSemanticElements: it has more than fields */}
      <div
        role="group"
        aria-label={words.partLabel(number)}
        className={styles.fields}
        data-group={shown.kind === "group" || undefined}
      >
        {shown.kind === "group" ? (
          <Parts {...part} />
        ) : (
          <ComparisonEditor
            comparison={shown.comparison}
            reading={reading}
            onChange={(next) => onChange(negatedOr(next, shown.isNegated))}
            hasOptions={hasOptions}
          >
            <Checkbox
              label={words.negated}
              isChecked={shown.isNegated}
              isDisabled={!shown.isNegated && !fits({ not: shown.comparison })}
              onChange={(isChecked) => onChange(negatedOr(shown.comparison, isChecked))}
            />
          </ComparisonEditor>
        )}
      </div>
      {shown.kind === "one" && (
        <Button
          look="plain"
          size="small"
          icon="ellipsis"
          aria-label={words.optionsOf(number)}
          aria-expanded={hasOptions}
          onPress={() => setOpen(!isOpen)}
        />
      )}
      <Button look="plain" size="small" icon="x" aria-label={words.removePart(number)} onPress={() => onChange(null)} />
    </li>
  );
}
