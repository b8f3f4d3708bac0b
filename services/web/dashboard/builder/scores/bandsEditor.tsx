import { useRef } from "react";
import type { Band } from "../../../../../shared/domain/graph/types.ts";
import { bandLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/builder/scores.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldGroup, FieldProblems, Labelled } from "../../../ui/fields/labelled.tsx";
import { NameInput } from "../inspector/nameInput.tsx";
import { bandFaults, nameOfBand, type Scale, scaleOf, withNewBand } from "./bands.ts";
import { isKeyOf, keyOf, keysOf } from "./list.ts";
import { NumberInput } from "./number.tsx";
import styles from "./scores.module.css";

interface Props {
  bands: readonly Band[];
  /** distance of neighboring values */
  step: number;
  /** bands of the current version: their keys don't follow the label */
  published: readonly Band[];
  value: number | null;
  /** `part` names the edit, so that typing in one field is one step */
  onChange(bands: Band[], part?: string): void;
}

/** Named ranges of a score, with the scale that they make. */
export function BandsEditor({ bands, step, published, value, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const { faults, gaps } = bandFaults(bands, step);
  const scale = scaleOf(bands, step);
  const kept = keysOf(published);
  const put = (at: number, members: Partial<Band>, part: string) =>
    onChange(
      bands.map((band, index) => (index === at ? { ...band, ...members } : band)),
      `${part}:${at}`,
    );
  const setLabel = (at: number, label: string) => {
    const { key, label: before = "" } = bands[at] as Band;
    const others = keysOf(bands.toSpliced(at, 1));
    const follows = isKeyOf(key, before, "band") && !kept.has(key);
    put(at, { label, ...(follows && { key: keyOf(label, others, "band") }) }, "label");
  };
  const add = () => {
    onChange(withNewBand(bands, step));
    // the row exists after the render
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector("input")?.focus());
  };
  return (
    <FieldGroup label={words.bands} description={words.bandsHelp}>
      {scale && <DrawnScale scale={scale} value={value} />}
      <FieldProblems problems={faults} />
      {gaps.length > 0 && <p className={styles.gap}>{gaps.join(" ")}</p>}
      <ol ref={list} className={styles.bands}>
        {bands.map((band, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: under its new key it is the same band
          <li key={at}>
            <BandRow
              band={band}
              at={at}
              taken={keysOf(bands.toSpliced(at, 1))}
              onPut={(members, part) => put(at, members, part)}
              onLabel={(label) => setLabel(at, label)}
              onRemove={() => onChange(bands.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ol>
      {bands.length < bandLimit && (
        <Button look="plain" size="small" icon="plus" onPress={add}>
          {words.addBand}
        </Button>
      )}
    </FieldGroup>
  );
}

interface RowProps {
  band: Band;
  at: number;
  /** keys of the other bands */
  taken: ReturnType<typeof keysOf>;
  onPut(members: Partial<Band>, part: string): void;
  onLabel(label: string): void;
  onRemove(): void;
}

const BandRow = ({ band, at, taken, onPut, onLabel, onRemove }: RowProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a row of a list
  <div className={styles.band} role="group" aria-label={words.band(at + 1)}>
    <NumberInput label={words.from} value={band.from} onChange={(from = band.from) => onPut({ from }, "from")} />
    <NumberInput label={words.to} value={band.to} onChange={(to = band.to) => onPut({ to }, "to")} />
    <Labelled label={words.label}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          dir="auto"
          maxLength={500}
          placeholder={band.key}
          value={band.label ?? ""}
          onChange={({ target }) => onLabel(target.value)}
        />
      )}
    </Labelled>
    <NameInput label={words.bandKey} name={band.key} taken={taken} onRename={(key) => onPut({ key }, "key")} />
    <Button look="plain" size="small" icon="x" aria-label={words.removeBand(nameOfBand(band, at))} onPress={onRemove} />
  </div>
);

/** The bands on a line, with the score's value. Gaps stay empty. */
function DrawnScale({ scale, value }: { scale: Scale; value: number | null }) {
  const at = value === null ? null : scale.at(value);
  return (
    <div className={styles.scale} role="img" aria-label={words.scale(scale.segments)}>
      {scale.segments.map(({ name, from, to, start, width, overlaps }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: bands can have the same name
          key={index}
          className={styles.segment}
          data-overlaps={overlaps || undefined}
          style={{ insetInlineStart: `${start}%`, inlineSize: `${width}%` }}
        >
          <span dir="auto">{name}</span>
          <small>{from === to ? from : `${from}–${to}`}</small>
        </span>
      ))}
      {at !== null && <span className={styles.mark} style={{ insetInlineStart: `${at}%` }} />}
    </div>
  );
}
