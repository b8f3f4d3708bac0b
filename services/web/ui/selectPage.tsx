import { selectPage } from "../strings/en/dashboard/app.ts";
import { Checkbox } from "./checkbox.tsx";

interface Props {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], isSelected: boolean) => void;
}

/** Selects all rows of a page. */
export function SelectPage({ ids, selected, onSelect }: Props) {
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  const isPartly = !isAll && ids.some((id) => selected.has(id));
  const change = (isSelected: boolean) => onSelect(ids, isSelected);
  return <Checkbox isBare label={selectPage} isChecked={isAll} isPartly={isPartly} onChange={change} />;
}
