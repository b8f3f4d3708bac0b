import { useRef } from "preact/hooks";
import { words, wordsLang } from "../../words.ts";
import { type Drawn, type Point, pathOf, pointLimit, round, type Sheet, type Stroke } from "../strokes.ts";

interface Props {
  strokes: readonly Stroke[];
  isDisabled: boolean;
  /** Called while a line is drawn. `drawn` is null until its end. */
  onDraw(strokes: readonly Stroke[], drawn: Drawn | null): void;
  onClear(): void;
}

/** A sheet for a finger, a pen or a mouse. */
export function Pad({ strokes, isDisabled, onDraw, onClear }: Props) {
  const drawing = useRef<number | null>(null);
  const latest = useRef(strokes);
  latest.current = strokes;
  const isFull = () => latest.current.reduce((count, { length }) => count + length, 0) >= pointLimit;
  const put = (next: readonly Stroke[]) => {
    // several events can come before the next render
    latest.current = next;
    onDraw(next, null);
  };
  const end = ({ pointerId, currentTarget }: PointerEvent) => {
    if (drawing.current !== pointerId) return;
    drawing.current = null;
    onDraw(latest.current, { strokes: latest.current, ...sizeOf(currentTarget as Element) });
  };
  return (
    <div class="pad">
      <svg
        class="pad-sheet"
        role="img"
        aria-label={words.drawing.area}
        lang={wordsLang()}
        onPointerDown={(event) => {
          if (isDisabled || drawing.current !== null || event.button !== 0 || isFull()) return;
          event.preventDefault();
          drawing.current = event.pointerId;
          event.currentTarget.setPointerCapture(event.pointerId);
          put([...latest.current, [pointOf(event)]]);
        }}
        onPointerMove={(event) => {
          if (drawing.current !== event.pointerId || isFull()) return;
          const passed = event.getCoalescedEvents?.() ?? [];
          const points = (passed.length > 0 ? passed : [event]).map((one) => pointOf(one, event.currentTarget));
          const line = latest.current.at(-1) ?? [];
          put([...latest.current.slice(0, -1), [...line, ...points]]);
        }}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path class="pad-ink" d={pathOf(strokes)} />
      </svg>
      {strokes.length > 0 && (
        <button type="button" class="pad-clear" lang={wordsLang()} disabled={isDisabled} onClick={onClear}>
          {words.drawing.clear}
        </button>
      )}
    </div>
  );
}

export function sizeOf(element: Element): Sheet {
  const { width, height } = element.getBoundingClientRect();
  return { width, height };
}

/** Returns where on the sheet an event happened. */
function pointOf({ clientX, clientY, currentTarget }: PointerEvent, sheet = currentTarget as Element): Point {
  const { left, top } = sheet.getBoundingClientRect();
  return [round(clientX - left), round(clientY - top)];
}
