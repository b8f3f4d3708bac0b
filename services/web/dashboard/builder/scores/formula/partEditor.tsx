import type { ReactNode } from "react";
import type { Condition } from "../../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../../shared/domain/json.ts";
import { expressionDepthLimit } from "../../../../../../shared/domain/limits.ts";
import * as words from "../../../../strings/en/dashboard/builder/formula.ts";
import { Button } from "../../../../ui/button.tsx";
import { SelectField } from "../../../../ui/selectField.tsx";
import { ConditionEditor } from "../../conditions/conditionEditor.tsx";
import type { Reading } from "../../conditions/operands.ts";
import { withMembers } from "../../model/share.ts";
import type { ScoreResult } from "../../problems/evaluateScores.ts";
import { NumberInput } from "../number.tsx";
import type { Options } from "./available.ts";
import { DatesEditor } from "./datesEditor.tsx";
import styles from "./formula.module.css";
import {
  type Available,
  canRead,
  fieldOf,
  hasAtLeast,
  innerOf,
  isDates,
  isList,
  isOperation,
  isRows,
  type Kind,
  kindGroups,
  kindOf,
  withInner,
  withKind,
  withMore,
  withoutInner,
} from "./kinds.ts";
import { OptionSelect } from "./optionSelect.tsx";

/** The same for all parts of a formula. */
export interface Shared {
  options: Options;
  available: Available;
  /** for conditions: with the earlier scores only */
  reading: Reading;
  /** values by path; null without answers */
  parts: ScoreResult["parts"] | null;
}

interface Props {
  part: unknown;
  /** path of its value, such as `value.sum.0` */
  path: string;
  /** `2.1`: place in the formula; empty for the whole */
  name: string;
  depth: number;
  shared: Shared;
  /** `+` or `then` before it */
  joint?: string | undefined;
  onChange(part: unknown): void;
  onRemove?: (() => void) | undefined;
}

/** A part of a formula: its kind, what it reads, and the parts inside it. */
export function PartEditor({ part, path, name, depth, shared, joint, onChange, onRemove }: Props) {
  const kind = kindOf(part);
  const value = kind === "number" ? undefined : shared.parts?.[path];
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has more than fields
    <div role="group" aria-label={words.part(name)} className={styles.part}>
      <div className={`${styles.row} labels-hidden`}>
        {joint !== undefined && <span className={styles.joint}>{joint}</span>}
        <KindSelect
          kind={kind}
          depth={depth}
          available={shared.available}
          onChange={(next) => onChange(withKind(part, next, shared.available))}
        />
        <LeafInput kind={kind} part={part} options={shared.options} onChange={onChange} />
        {value !== undefined && (
          <span className={styles.value} data-unknown={value === null || undefined}>
            {words.result(value)}
          </span>
        )}
        {onRemove && (
          <Button look="plain" size="small" icon="x" aria-label={words.removePart(name)} onPress={onRemove} />
        )}
      </div>
      {kind === null && <p className={styles.help}>{words.unknownPart}</p>}
      {kind !== null && isOperation(kind) && (
        <InnerParts kind={kind} part={part} path={path} name={name} depth={depth} shared={shared} onChange={onChange} />
      )}
    </div>
  );
}

interface KindProps {
  kind: Kind | null;
  depth: number;
  available: Available;
  onChange(kind: Kind): void;
}

function KindSelect({ kind, depth, available, onChange }: KindProps) {
  const isTooDeep = depth >= expressionDepthLimit;
  return (
    <SelectField<Kind | "">
      label={words.kind}
      value={kind ?? ""}
      options={kind === null ? [["", words.unreadable]] : []}
      onChange={(next) => onChange(next as Kind)}
    >
      {Object.entries(kindGroups).map(([group, kinds]) => (
        <optgroup key={group} label={words.groups[group as keyof typeof kindGroups]}>
          {kinds.map((one) => (
            <option
              key={one}
              value={one}
              disabled={one !== kind && (!canRead(one, available) || (isTooDeep && isOperation(one)))}
            >
              {words.kinds[one]}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

interface LeafProps {
  kind: Kind | null;
  part: unknown;
  options: Options;
  onChange(part: unknown): void;
}

const leafLabels = {
  points: words.question,
  answer: words.question,
  selected: words.question,
  hidden: words.field,
  calculation: words.scoreField,
};

/** The number or reference of a part without inner parts. */
function LeafInput({ kind, part, options, onChange }: LeafProps) {
  if (kind === "number")
    return <NumberInput label={words.value} value={part as number} onChange={(next = 0) => onChange(next)} />;
  if (isRows(kind)) {
    const members = part as Record<string, unknown>;
    const { node, field } = members[kind] as { node: string; field: string };
    return (
      <OptionSelect
        label={words.field}
        options={options.rows}
        value={`${node}.${field}`}
        onChange={(next) => onChange(withMembers(members, { [kind]: fieldOf(next) }))}
      />
    );
  }
  if (kind === null || !(kind in leafLabels)) return null;
  const leaf = kind as keyof typeof leafLabels;
  const chosen = String((part as Record<string, unknown>)[kind]);
  return (
    <OptionSelect
      label={leafLabels[leaf]}
      options={options[leaf]}
      value={chosen}
      onChange={(next) => onChange({ [kind]: next })}
    />
  );
}

interface InnerProps extends Omit<Props, "joint" | "onRemove"> {
  kind: Kind;
}

function InnerParts({ kind, part, path, name, depth, shared, onChange }: InnerProps) {
  const inner = innerOf(part);
  const members = part as Record<string, unknown>;
  const nameOf = (index: number) => (name === "" ? String(index + 1) : `${name}.${index + 1}`);
  const rows = inner.map(
    ({ at, part: one }, index): ReactNode => (
      <li key={at ?? 0}>
        <PartEditor
          part={one}
          path={at === null ? `${path}.${kind}` : `${path}.${kind}.${at}`}
          name={nameOf(index)}
          depth={depth + 1}
          shared={shared}
          joint={jointOf(kind, index)}
          onChange={(next) => onChange(withInner(part, at, next))}
          onRemove={isList(kind) && inner.length > 1 ? () => onChange(withoutInner(part, at ?? 0)) : undefined}
        />
      </li>
    ),
  );
  return (
    <div className={styles.inner}>
      {kind === "if" && (
        <div className={styles.condition}>
          <ConditionEditor
            condition={(members.if as unknown[])[0]}
            reading={shared.reading}
            onChange={(condition: Condition | null) =>
              onChange(withInner(part, 0, condition ?? shared.available.condition))
            }
          />
        </div>
      )}
      {isDates(kind) && (
        <DatesEditor
          days={members[kind] as unknown[]}
          options={shared.options.date}
          onChange={(days) => onChange(withMembers(members, { [kind]: days }))}
        />
      )}
      {rows.length > 0 && <ol className={styles.parts}>{rows}</ol>}
      <Foot kind={kind} part={part} onChange={onChange} />
    </div>
  );
}

function Foot({ kind, part, onChange }: Pick<InnerProps, "kind" | "part" | "onChange">) {
  const members = part as Record<string, unknown>;
  return (
    <div className={styles.row}>
      {isList(kind) && (
        <Button look="plain" size="small" icon="plus" onPress={() => onChange(withMore(part))}>
          {words.addPart}
        </Button>
      )}
      {kind === "round" && (
        <NumberInput
          label={words.digits}
          value={Number((members.round as unknown[])[1])}
          onChange={(digits = 0) => onChange(withInner(part, 1, digits))}
        />
      )}
      {hasAtLeast(kind) && (
        <NumberInput
          label={words.atLeast}
          placeholder={words.any}
          value={isObject(part) && Number(part.at_least) > 0 ? Number(part.at_least) : undefined}
          onChange={(count) =>
            onChange(withMembers(members, { at_least: count ? Math.max(0, Math.round(count)) : undefined }))
          }
        />
      )}
    </div>
  );
}

function jointOf(kind: Kind, index: number): string | undefined {
  if (kind === "if") return words.branches[index];
  return index === 0 ? undefined : words.joints[kind]?.trim();
}
