import { selectPage } from "../strings/en/dashboard/app.ts";
import styles from "./selectBox.module.css";

interface Props {
  label: string;
  isSelected: boolean;
  /** some of its rows are selected */
  isPartly?: boolean;
  onChange: (isSelected: boolean) => void;
}

/** A checkbox that selects a row. */
export const SelectBox = ({ label, isSelected, isPartly = false, onChange }: Props) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  </label>
);

interface PageProps {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
}

/** Selects all rows of a page. */
export function SelectPage({ ids, selected, onSelect }: PageProps) {
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  const isPartly = !isAll && ids.some((id) => selected.has(id));
  const change = (isSelected: boolean) => onSelect(ids, isSelected);
  return <SelectBox label={selectPage} isSelected={isAll} isPartly={isPartly} onChange={change} />;
}
