import { remove } from "../../strings/en/dashboard/filters.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { SessionFilters } from "../form/sessionFilters.ts";
import { answerText } from "../responses/columns.ts";
import { chipsOf } from "../responses/filterChips.ts";
import { useColumns } from "../responses/useColumns.ts";
import styles from "./insights.module.css";
import type { InsightsSearch } from "./insightsSearch.ts";

interface Props {
  slug: string;
  version: number | undefined;
  /** those without a menu of their own */
  filters: SessionFilters;
  onChange: (change: InsightsSearch) => void;
}

/** A chip for each filter. They name questions and answers, whose code weighs 20 kB. */
export function Chips({ slug, version, filters, onChange }: Props) {
  const { all: columns } = useColumns(slug, version);
  const chips = chipsOf(filters, new Date(), (nodeId, value) => answerText(columns, nodeId, value));
  return (
    <>
      {chips.map(({ id, label, without }) => (
        <ChipButton key={id} label={label} onRemove={() => onChange(without)} />
      ))}
      {filters.search && (
        <ChipButton label={words.searchChip(filters.search)} onRemove={() => onChange({ search: undefined })} />
      )}
    </>
  );
}

const ChipButton = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Button aria-label={remove(label)} onPress={onRemove}>
    <span className={styles.chip}>{label}</span>
    <Icon name="x" size={14} />
  </Button>
);
