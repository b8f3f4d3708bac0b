import type { ReactNode } from "react";
import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../../ui/button.tsx";
import { type FieldProblem, type KeySchema, problemsBeside, problemsOf } from "../../../../ui/fields/field.ts";
import { FieldGroup } from "../../../../ui/fields/labelled.tsx";
import styles from "../inspector.module.css";
import { SmallButton } from "../smallButton.tsx";
import type { FieldProps } from "./props.ts";

/** Parts of lists whose items are objects: options, rows, columns, and fields of records. */
export type Item = Record<string, unknown>;

/** Props that an item's component gets from its list. */
export interface InList {
  at: number;
  problems: readonly FieldProblem[];
  onChange(item: Item): void;
  /** null if the list needs all of its items */
  onRemove: (() => void) | null;
  onMove(from: number, to: number): void;
}

interface ListProps extends Pick<FieldProps, "field" | "onChange"> {
  items: readonly Item[];
  problems: readonly FieldProblem[];
  newItem(): Item;
  children(item: Item, inList: InList): ReactNode;
}

export const limitsOf = ({ schema }: FieldProps["field"]) => {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema as KeySchema & { maxItems?: number };
  return { minItems, maxItems };
};

/** The items with the list's own problems, and a button that adds one. */
export function ItemList({ field, items, problems, onChange, newItem, children }: ListProps) {
  const { minItems, maxItems } = limitsOf(field);
  const places = items.map((_, at) => String(at));
  return (
    <FieldGroup label={field.label} description={field.description} problems={problemsBeside(places, problems)}>
      <ol className={styles.items}>
        {items.map((item, at) =>
          children(item, {
            at,
            problems: problemsOf(String(at), problems),
            onChange: (next) => onChange(items.with(at, next)),
            onRemove: items.length > minItems ? () => onChange(items.toSpliced(at, 1)) : null,
            onMove: (from, to) => onChange(items.toSpliced(from, 1).toSpliced(to, 0, items[from] as Item)),
          }),
        )}
      </ol>
      {items.length < maxItems && (
        <Button look="plain" size="small" icon="plus" onPress={() => onChange([...items, newItem()])}>
          {words.addItem(field.label)}
        </Button>
      )}
    </FieldGroup>
  );
}

interface ButtonsProps {
  name: string;
  isMore: boolean;
  onMore(): void;
  onRemove: (() => void) | null;
}

/** Opens and removes an item of a list. */
export const ItemButtons = ({ name, isMore, onMore, onRemove }: ButtonsProps) => (
  <>
    <Button
      look="plain"
      size="small"
      icon={isMore ? "chevron-up" : "chevron-down"}
      aria-label={words.details(name)}
      aria-expanded={isMore}
      onPress={onMore}
    />
    <Button
      look="plain"
      size="small"
      icon="x"
      aria-label={words.removeItem(name)}
      isDisabled={!onRemove}
      onPress={onRemove ?? undefined}
    />
  </>
);

interface MoveProps {
  name: string;
  at: number;
  count: number;
  onMove(from: number, to: number): void;
}

/** Moves an item of a list. */
export const MoveButtons = ({ name, at, count, onMove }: MoveProps) => (
  <div className={styles.row}>
    <SmallButton label={words.moveItemUp(name)} isDisabled={at === 0} onClick={() => onMove(at, at - 1)}>
      {words.upShort}
    </SmallButton>
    <SmallButton label={words.moveItemDown(name)} isDisabled={at === count - 1} onClick={() => onMove(at, at + 1)}>
      {words.downShort}
    </SmallButton>
  </div>
);
