import type { ComponentChildren } from "preact";
import type { marked } from "../../marks.ts";
import { fill, numeral, words, wordsLang } from "../../words.ts";

/** Parts of an item that can have the focus. */
export type RankPart = "main" | "up" | "down" | "remove";

interface Props {
  value: string;
  label: string;
  /** the label as it is drawn */
  text: ComponentChildren;
  /** language of an untranslated label */
  mark: ReturnType<typeof marked>;
  /** from 1; 0 if not ranked */
  rank: number;
  count: number;
  rankedCount: number;
  isTabStop: boolean;
  isDragged: boolean;
  isDisabled: boolean;
  handle: { onPointerDown(event: PointerEvent): void };
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
  onRank(): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function RankItem(props: Props) {
  const { value, label, rank, count, rankedCount, isTabStop, isDisabled, onFocus, onKeyDown, onRank } = props;
  const tabIndex = isTabStop ? 0 : -1;
  const button = (part: RankPart, name: string, isBlocked: boolean, act: () => void, path: string) => (
    <button
      type="button"
      class="rank-button"
      lang={wordsLang()}
      data-part={part}
      aria-label={name}
      aria-disabled={isBlocked || isDisabled || undefined}
      tabIndex={tabIndex}
      onClick={() => !isBlocked && act()}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
  return (
    <li
      class="rank"
      data-value={value}
      data-ranked={rank > 0 || undefined}
      data-dragged={props.isDragged || undefined}
      onFocusIn={onFocus}
    >
      <span class="rank-handle" {...props.handle}>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M7 5h.01M13 5h.01M7 10h.01M13 10h.01M7 15h.01M13 15h.01" />
        </svg>
      </span>
      <button
        type="button"
        class="rank-main"
        data-part="main"
        data-focus={isTabStop || undefined}
        tabIndex={tabIndex}
        aria-disabled={isDisabled || undefined}
        onKeyDown={onKeyDown}
        onClick={({ currentTarget }) => {
          // Safari doesn't focus a clicked button, and the buttons show in the focused item
          currentTarget.focus();
          onRank();
        }}
      >
        <span class="rank-number" aria-hidden="true">
          {rank || ""}
        </span>
        <span class="card-label" dir="auto" {...props.mark}>
          {props.text}
        </span>
        <span class="visually-hidden" lang={wordsLang()}>
          {rank > 0 ? fill(words.ranking.ranked, rankOf(rank, count)) : words.ranking.notRanked}
        </span>
      </button>
      {rank > 0 && (
        <span class="rank-buttons">
          {button("up", fill(words.ranking.up, { label }), rank === 1, () => props.onMove(-1), "M5 12l5-5 5 5")}
          {button(
            "down",
            fill(words.ranking.down, { label }),
            rank === rankedCount,
            () => props.onMove(1),
            "M5 8l5 5 5-5",
          )}
          {button("remove", fill(words.ranking.remove, { label }), false, props.onRemove, "M6 6l8 8M14 6l-8 8")}
        </span>
      )}
    </li>
  );
}

/** The values of texts about a rank. */
export const rankOf = (rank: number, count: number) => ({ rank: numeral(rank), count: numeral(count) });
