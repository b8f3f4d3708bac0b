import { filterBy } from "../../strings/en/dashboard/filters.ts";
import { none } from "../../strings/en/dashboard/numbers.ts";
import { toneClass } from "../../ui/tone.ts";
import styles from "./cell.module.css";
import { type CellContent, fittingPills } from "./cellContent.ts";

interface Props {
  content: CellContent | null;
  /** API values of the pills or the rating that filter when they are clicked */
  values?: readonly string[];
  onFilter?: (value: string) => void;
  /** width for pills in characters */
  room?: number;
}

/** An answer in one line. */
export function Cell({ content, values = [], onFilter, room = 60 }: Props) {
  if (!content) return <span className={styles.none}>{none}</span>;
  if (content.kind === "rating") {
    return (
      <Pill
        className={`${styles.rating} ${toneClass(content.tone)}`}
        text={content.text}
        value={values[0]}
        onFilter={onFilter}
      />
    );
  }
  if (content.kind === "pills") {
    const shown = fittingPills(content.items, room);
    const others = content.items.slice(shown);
    return (
      <span className={styles.pills}>
        {content.items.slice(0, shown).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may have one label
          <Pill key={index} className={styles.pill} text={item} value={values[index]} onFilter={onFilter} />
        ))}
        {others.length > 0 && (
          <span className={styles.more} title={others.join("\n")}>
            <span aria-hidden="true">+{others.length}</span>
            <span className="visually-hidden">{others.join(", ")}</span>
          </span>
        )}
      </span>
    );
  }
  return (
    <span className={styles.text} dir="auto" title={content.text}>
      {content.text}
    </span>
  );
}

interface PillProps {
  className: string | undefined;
  text: string;
  value: string | undefined;
  onFilter: Props["onFilter"];
}

/** A shortcut for the mouse: the menu of filters has the same for keys, without a tab stop per answer. */
const Pill = ({ className, text, value, onFilter }: PillProps) =>
  onFilter && value !== undefined ? (
    <button
      type="button"
      tabIndex={-1}
      className={className}
      dir="auto"
      title={filterBy(text)}
      onClick={() => onFilter(value)}
    >
      {text}
    </button>
  ) : (
    <span className={className} dir="auto">
      {text}
    </span>
  );
