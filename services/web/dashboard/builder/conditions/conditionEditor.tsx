import { conditionDepthLimit } from "../../../../../shared/domain/graph/limits.ts";
import type { Condition } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/conditions.ts";
import { smallButtonClass } from "../../../ui/button.tsx";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { FieldGroup, Labelled } from "../../../ui/fields/labelled.tsx";
import { ComparisonEditor } from "./comparisonEditor.tsx";
import styles from "./conditions.module.css";
import { firstComparison, type Reading } from "./operands.ts";
import { depthOf, isComparison, readCondition } from "./read.ts";

interface Props {
  condition: unknown;
  reading: Reading;
  onChange(condition: Condition): void;
}

/** A condition as a form: comparisons, and groups of them that may hold groups again, to the depth that is allowed. */
export function ConditionEditor({ condition, reading, onChange }: Props) {
  const read = readCondition(condition);
  if (!read) {
    return (
      <FieldGroup label={words.condition} description={words.unreadableText}>
        <button type="button" className={smallButtonClass} onClick={() => onChange(firstComparison(reading))}>
          {words.startAnew}
        </button>
      </FieldGroup>
    );
  }
  return <Part condition={read} reading={reading} level={1} onChange={onChange} />;
}

interface PartProps extends Props {
  condition: Condition;
  /** of groups: 1 is the outermost */
  level: number;
}

/** `not` is a tick beside what it turns round. */
function Part({ condition, reading, level, onChange }: PartProps) {
  const isNegated = "not" in condition;
  const inner = isNegated ? condition.not : condition;
  const wrapped = (next: Condition): Condition => (isNegated ? { not: next } : next);
  const innerLevel = isNegated ? level + 1 : level;
  return (
    <FieldGroup label={words.groupLabel(level)}>
      {"not" in inner ? (
        <Part condition={inner} reading={reading} level={innerLevel} onChange={(next) => onChange(wrapped(next))} />
      ) : isComparison(inner) ? (
        <ComparisonEditor comparison={inner} reading={reading} onChange={(next) => onChange(wrapped(next))} />
      ) : (
        <Group condition={inner} reading={reading} level={innerLevel} onChange={(next) => onChange(wrapped(next))} />
      )}
      <div className={styles.row}>
        <Negation inner={inner} isNegated={isNegated} level={level} onChange={onChange} />
        {isComparison(inner) && innerLevel <= conditionDepthLimit && (
          <button
            type="button"
            className={smallButtonClass}
            onClick={() => onChange(wrapped({ all: [inner, firstComparison(reading)] }))}
          >
            {words.addComparison}
          </button>
        )}
      </div>
    </FieldGroup>
  );
}

function Group({ condition, reading, level, onChange }: PartProps) {
  const kind = "any" in condition ? "any" : "all";
  const members = ("any" in condition ? condition.any : "all" in condition ? condition.all : []) as Condition[];
  const withMembers = (next: Condition[]): Condition =>
    // what is alone needs no group
    next.length === 1 ? (next[0] as Condition) : kind === "any" ? { any: next } : { all: next };
  return (
    <>
      <Labelled label={words.combination}>
        {(attributes) => (
          <select
            {...attributes}
            value={kind}
            onChange={({ target }) => onChange(target.value === "any" ? { any: members } : { all: members })}
          >
            <option value="all">{words.all}</option>
            <option value="any">{words.any}</option>
          </select>
        )}
      </Labelled>
      <ol className={styles.items}>
        {members.map((member, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a condition have no name but their place
          <li key={at} className={styles.item}>
            <Member
              condition={member}
              reading={reading}
              level={level + 1}
              number={at + 1}
              onChange={(next) => onChange(withMembers(members.with(at, next)))}
              onRemove={() => onChange(withMembers(members.toSpliced(at, 1)))}
            />
          </li>
        ))}
      </ol>
      <div className={styles.row}>
        <button
          type="button"
          className={smallButtonClass}
          onClick={() => onChange(withMembers([...members, firstComparison(reading)]))}
        >
          {words.addComparison}
        </button>
        {level < conditionDepthLimit && (
          <button
            type="button"
            className={smallButtonClass}
            onClick={() => {
              const both = [firstComparison(reading), firstComparison(reading)];
              onChange(withMembers([...members, kind === "any" ? { all: both } : { any: both }]));
            }}
          >
            {words.addGroup}
          </button>
        )}
      </div>
    </>
  );
}

interface NegationProps extends Pick<PartProps, "level" | "onChange"> {
  inner: Condition;
  isNegated: boolean;
}

function Negation({ inner, isNegated, level, onChange }: NegationProps) {
  return (
    <label className={fieldStyles.check}>
      <input
        type="checkbox"
        checked={isNegated}
        disabled={!isNegated && level + depthOf(inner) > conditionDepthLimit}
        onChange={({ target }) => onChange(target.checked ? { not: inner } : inner)}
      />
      {words.negated}
    </label>
  );
}

/** A part of a group: a comparison, turned round or not, needs no frame of its own. */
function Member({ number, onRemove, ...part }: PartProps & { number: number; onRemove(): void }) {
  const { condition, reading, level, onChange } = part;
  const isNegated = "not" in condition;
  const inner = isNegated ? condition.not : condition;
  return (
    <>
      {isComparison(inner) ? (
        <ComparisonEditor
          comparison={inner}
          reading={reading}
          onChange={(next) => onChange(isNegated ? { not: next } : next)}
        />
      ) : (
        <Part {...part} />
      )}
      <div className={styles.row}>
        {isComparison(inner) && <Negation inner={inner} isNegated={isNegated} level={level} onChange={onChange} />}
        <button type="button" className={smallButtonClass} onClick={onRemove}>
          {words.removePart(number)}
        </button>
      </div>
    </>
  );
}
