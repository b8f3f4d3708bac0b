import * as words from "../../../strings/en/ranking.ts";

/** The parts of an item that can have the focus. */
export type RankPart = "main" | "up" | "down" | "remove";

interface Props {
  value: string;
  label: string;
  /** 1 is the first; 0: it has none yet */
  place: number;
  count: number;
  placesTaken: number;
  isTabStop: boolean;
  isDragged: boolean;
  isDisabled: boolean;
  handle: { onPointerDown(event: PointerEvent): void };
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
  onPlace(): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

export function RankItem(props: Props) {
  const { value, label, place, count, placesTaken, isTabStop, isDisabled, onFocus, onKeyDown, onPlace } = props;
  const tabIndex = isTabStop ? 0 : -1;
  const button = (part: RankPart, name: string, isBlocked: boolean, act: () => void, path: string) => (
    <button
      type="button"
      class="rank-button"
      lang="en"
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
      data-ranked={place > 0 || undefined}
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
        onClick={onPlace}
      >
        <span class="rank-place" aria-hidden="true">
          {place || ""}
        </span>
        <span class="card-label" dir="auto">
          {label}
        </span>
        <span class="visually-hidden" lang="en">
          {place > 0 ? words.place(place, count) : words.noPlace}
        </span>
      </button>
      {place > 0 && (
        <span class="rank-buttons">
          {button("up", words.moveUp(label), place === 1, () => props.onMove(-1), "M5 12l5-5 5 5")}
          {button("down", words.moveDown(label), place === placesTaken, () => props.onMove(1), "M5 8l5 5 5-5")}
          {button("remove", words.takePlace(label), false, props.onRemove, "M6 6l8 8M14 6l-8 8")}
        </span>
      )}
    </li>
  );
}
