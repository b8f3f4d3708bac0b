import { memo, useEffect, useRef } from "react";
import type { RecallKind } from "../../../../../shared/domain/graph/recallKinds.ts";
import { replaceRecalls } from "../../../../../shared/domain/graph/recalls.ts";
import type { Texts } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { Badge } from "../../../ui/badge.tsx";
import { dateText, shortDayText } from "../../../ui/dates.ts";
import { Icon } from "../../../ui/icon.tsx";
import { QuestionIcon } from "../../../ui/questionIcon.tsx";
import type { NameOf } from "../inspector/recall/recallText.ts";
import { useIsNear } from "./nearby.tsx";
import { type Changes, changedSince, type TextGroup as Group, statusOf, type TextRow } from "./rows.ts";
import { SourceText } from "./sourceText.tsx";
import { type Move, TextCell } from "./textCell.tsx";
import styles from "./translations.module.css";

/** Actions of cells. The functions stay the same, so that a letter renders one group. */
export interface CellActions {
  focus(group: Group, key: string): void;
  leave(): void;
  change(key: string, text: string): void;
  copy(row: TextRow): void;
  confirm(row: TextRow): void;
  move(key: string, move: Move): void;
}

interface Props {
  group: Group;
  language: { tag: string; name: string };
  /** of the form itself */
  own: string;
  texts: Texts;
  changes: Changes;
  nameOf: NameOf;
  isReadOnly: boolean;
  /** key of the text that takes the focus; null if it isn't here */
  wanted: string | null;
  /** a text here has the focus */
  isFocused: boolean;
  /** without waiting for the window to come near */
  isNearAtFirst: boolean;
  actions: CellActions;
}

/** The texts of one question under its head. Far from the window, it keeps its height and is empty. */
export const TextGroup = memo(function TextGroup(props: Props) {
  const { group, texts, changes, nameOf, isNearAtFirst, isFocused, wanted } = props;
  const section = useRef<HTMLElement>(null);
  const isNear = useIsNear(section, isNearAtFirst) || wanted !== null || isFocused;
  const height = useRef<number | null>(null);
  useEffect(() => {
    const body = section.current?.lastElementChild;
    return () => {
      if (isNear && body instanceof HTMLElement) height.current = body.offsetHeight;
    };
  }, [isNear]);
  const { number, title, questionType, rows } = group;
  const statuses = rows.map((row) => statusOf(row, texts, changes));
  const changed = statuses.filter((status) => status === "changed").length;
  const missing = statuses.filter((status) => status === "missing").length;
  return (
    <section ref={section} className={styles.group} data-group={group.id}>
      <h3 className={styles.head}>
        {questionType && <QuestionIcon type={questionType} isSmall />}
        {number !== null && <span className={styles.number}>{number}</span>}
        <span className={styles.title} dir="auto">
          <SourceText text={title} nameOf={nameOf} />
        </span>
        {changed > 0 && <Badge kind="warning">{words.changedIn(changed)}</Badge>}
        {missing > 0 && <Badge>{words.missingIn(missing)}</Badge>}
      </h3>
      {isNear ? (
        <div>
          {rows.map((row) => (
            <Row key={row.key} {...props} row={row} />
          ))}
        </div>
      ) : (
        <div style={{ blockSize: height.current ?? rows.length * rowHeight }} />
      )}
    </section>
  );
}, isSame);

/** Pixels of a row with one line. */
const rowHeight = 43;

/** Renders again only for its own texts. */
function isSame({ texts: before, ...old }: Props, { texts, ...now }: Props): boolean {
  const names = Object.keys(now) as (keyof typeof now)[];
  if (names.some((name) => old[name] !== now[name])) return false;
  return now.group.rows.every(({ key }) => before[key] === texts[key]);
}

function Row({
  row,
  group,
  language,
  own,
  texts,
  changes,
  nameOf,
  isReadOnly,
  wanted,
  actions,
}: Props & { row: TextRow }) {
  const text = texts[row.key] ?? "";
  const original = changedSince(row, texts, changes);
  return (
    <div className={styles.row} data-changed={original !== null || undefined}>
      <span className={styles.label}>{row.label}</span>
      <span className={styles.source} lang={own} dir="auto">
        <SourceText text={row.source} nameOf={nameOf} before={original?.source} />
      </span>
      <div className={styles.target}>
        {isReadOnly ? (
          <p className={styles.plain} lang={language.tag} dir="auto">
            <SourceText text={text} nameOf={nameOf} />
          </p>
        ) : (
          <TextCell
            row={row}
            title={replaceRecalls(group.title, (kind, name) => nameOf(kind as RecallKind, name))}
            language={language}
            text={text}
            nameOf={nameOf}
            takesFocus={wanted === row.key}
            onFocus={() => actions.focus(group, row.key)}
            onLeave={actions.leave}
            onChange={(next) => actions.change(row.key, next)}
            onCopy={() => actions.copy(row)}
            onMove={(move) => actions.move(row.key, move)}
          />
        )}
        {original && (
          <div className={styles.outdated}>
            <Icon name="history" size={14} />
            <span title={dateText(original.at)}>{words.outdatedSince(shortDayText(original.at))}</span>
            {!isReadOnly && (
              <button
                type="button"
                className="text-link"
                aria-label={words.stillRightFor(row.label)}
                onClick={() => actions.confirm(row)}
              >
                {words.stillRight}
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
