import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConfigOf } from "../../../../shared/domain/questions/config/declaration.ts";
import type * as config from "../../../../shared/domain/questions/config/ranking.ts";
import { drawn, marked, optionKey } from "../marks.ts";
import { counted, fill, words, wordsLang } from "../words.ts";
import { hasModifier, isEnter, movedFocus, typedDigit } from "./keys.ts";
import { useDragging } from "./parts/dragging.ts";
import { groupAttributes } from "./parts/fieldAttributes.ts";
import { Hint, KeyHint } from "./parts/keyHint.tsx";
import { RankItem, type RankPart, rankOf } from "./parts/rankItem.tsx";
import type { QuestionProps } from "./question.ts";
import { completed, moved, rankedAt, shownOrder, unranked } from "./ranks.ts";
import { textsOf } from "./selections.ts";

type Config = ConfigOf<typeof config.ranking, "ranking">;

/** Respondents rank one option after the other, so an order they haven't touched isn't an answer. */
export default function Ranking(question: QuestionProps<Config>) {
  const { config, value, isRequired, isDisabled = false, onChange, onContinue } = question;
  const { options } = config;
  const minRanked = config.min_ranked ?? options.length;
  const values = options.map((option) => option.value);
  const ranked = textsOf(value).filter((it) => values.includes(it));
  const shown = shownOrder(ranked, values);
  const labelOf = (it: string) => options.find((option) => option.value === it)?.label ?? it;

  const drawnLabel = (it: string) => drawn(options.find((option) => option.value === it) ?? { label: it });

  const list = useRef<HTMLOListElement>(null);
  const typed = useRef({ digits: "", at: 0 });
  const [focused, setFocused] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const focusNext = useRef<{ value: string; part: RankPart } | null>(null);
  const tabStop = focused ?? shown[0];

  // an item loses the focus when it moves in the page
  useLayoutEffect(() => {
    const { current } = focusNext;
    if (!current) return;
    focusNext.current = null;
    partOf(list.current, current.value, current.part)?.focus();
  });

  const change = (next: string[], it: string, part: RankPart | null) => {
    if (isDisabled) return;
    const answer = next.length > ranked.length ? completed(next, values, minRanked) : next;
    const at = answer.indexOf(it);
    if (part) focusNext.current = { value: it, part };
    const label = labelOf(it);
    const { nowNotRanked, nowRanked } = words.ranking;
    setSaid(at < 0 ? fill(nowNotRanked, { label }) : fill(nowRanked, { label, ...rankOf(at + 1, options.length) }));
    onChange(answer.length > 0 ? answer : null);
  };
  const before = useRef(ranked);
  const {
    dragged,
    handle,
    list: draggingList,
  } = useDragging({
    items: () => shown.flatMap((it) => itemOf(list.current, it)),
    onMove(it, index) {
      const next = rankedAt(ranked, it, index);
      if (next.join() !== ranked.join()) change(next, it, null);
    },
    onCancel: () => onChange(before.current.length > 0 ? before.current : null),
  });
  const onKeyDown = (event: KeyboardEvent, it: string) => {
    const at = shown.indexOf(it);
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      change(moved(ranked, it, event.key === "ArrowUp" ? -1 : 1), it, "main");
    } else if (hasModifier(event) || event.key === " ") return;
    else if (isEnter(event)) onContinue();
    else if (event.key === "Delete" || event.key === "Backspace") change(unranked(ranked, it), it, "main");
    else {
      const to = movedFocus(event, at, shown.length);
      const digit = typedDigit(
        typed.current,
        event,
        performance.now(),
        values.map((_, index) => index + 1),
      );
      if (digit) typed.current = digit;
      if (to !== null) partOf(list.current, shown[to] ?? "", "main")?.focus();
      else if (digit?.choice != null) change(rankedAt(ranked, it, digit.choice - 1), it, "main");
      else return;
    }
    event.preventDefault();
  };
  return (
    <>
      <Hint>{hintOf(minRanked, options.length, isRequired)}</Hint>
      <div {...groupAttributes(question, "group")}>
        <ol ref={list} class="ranking" data-dragging={dragged !== null || undefined} {...draggingList}>
          {shown.map((it) => (
            <RankItem
              key={it}
              value={it}
              label={labelOf(it)}
              text={drawnLabel(it)}
              mark={marked(optionKey(question.nodeId, it))}
              rank={ranked.indexOf(it) + 1}
              count={options.length}
              rankedCount={ranked.length}
              isTabStop={it === tabStop}
              isDragged={it === dragged}
              isDisabled={isDisabled}
              handle={handle(it)}
              onFocus={() => setFocused(it)}
              onKeyDown={(event) => onKeyDown(event, it)}
              onRank={() => !ranked.includes(it) && change([...ranked, it], it, "main")}
              onMove={(by) => change(moved(ranked, it, by), it, by < 0 ? "up" : "down")}
              onRemove={() => change(unranked(ranked, it), it, "main")}
            />
          ))}
        </ol>
      </div>
      <p class="visually-hidden" lang={wordsLang()} role="status">
        {said}
      </p>
      <KeyHint>{words.ranking.keys}</KeyHint>
    </>
  );
}

function hintOf(min: number, count: number, isRequired: boolean): string {
  if (min === count) return words.ranking.all;
  return isRequired || min > 1 ? counted(words.ranking.some, min) : words.ranking.any;
}

function itemOf(list: Element | null, value: string): { value: string; element: HTMLElement }[] {
  const element = list?.querySelector<HTMLElement>(`[data-value="${value}"]`);
  return element ? [{ value, element }] : [];
}

function partOf(list: Element | null, value: string, part: RankPart): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-value="${value}"] [data-part="${part}"]`) ?? null;
}
