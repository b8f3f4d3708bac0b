import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import type { Option } from "../../../../shared/domain/questions/config/options.ts";
import type { Drawn } from "../markup/markup.ts";
import type { QuestionProps } from "../questions/question.ts";
import { places } from "../walk/places.ts";
import { fill, numeral, words, wordsLang } from "../words.ts";
import { follow, readPlaces } from "./reading.ts";

type Config = { options: (Option & { limit?: number })[]; show_places?: boolean };
type Props = QuestionProps<Config> & { Component: FunctionComponent<QuestionProps> };

/**
 * A question with limited options: says which are full and how many places are left, and takes no full one. Reads the places again while
 * it is shown.
 */
function Limited({ Component, ...question }: Props) {
  const [, setRead] = useState(0);
  useEffect(() => follow(() => setRead((count) => count + 1)), []);
  const { config, nodeId, value, error, isInvalid, onChange } = question;
  const left = places.left[nodeId] ?? {};
  const options = config.options.map((option: Option & Drawn) => ({
    ...option,
    ...placesOf(option, left[option.value], config),
  }));
  const isFull = (one: Json) => typeof one === "string" && left[one] === 0;
  const hasFilledUp = error === words.problems.optionFull;
  const dropped = hasFilledUp && [value].flat().some(isFull);
  useEffect(() => {
    if (hasFilledUp) void readPlaces();
  }, [hasFilledUp]);
  useEffect(() => {
    if (dropped) onChange(withoutFull(value, isFull), true);
  }, [dropped]);
  const change = (next: Json) => {
    const before = [value].flat();
    if (![next].flat().some((one) => isFull(one) && !before.includes(one))) onChange(next);
  };
  return (
    <Component
      {...question}
      config={{ ...config, options }}
      value={dropped ? withoutFull(value, isFull) : value}
      // the options left aren't wrong
      isInvalid={isInvalid && !hasFilledUp}
      isFull={isFull}
      onChange={change}
    />
  );
}

function withoutFull(value: Json, isFull: (one: Json) => boolean): Json {
  const rest = [value].flat().filter((one) => !isFull(one as Json)) as Json[];
  return rest.length > 0 ? rest : null;
}

/** Returns how an option shows its places: after its label, or in a list as a part of its text. */
function placesOf(
  { label, drawn }: Option & Drawn,
  left: number | undefined,
  { show_places: showsPlaces }: Config,
): Drawn & { note?: string } {
  if (left === undefined || (left > 0 && !showsPlaces)) return {};
  const note = left === 0 ? words.choices.full : fill(words.choices.placesLeft, { count: numeral(left) });
  return {
    note: ` (${note})`,
    drawn: () => [
      <span>{drawn?.() ?? label}</span>,
      " ",
      <span
        class="places"
        data-few={left === 1 || left === 2 || undefined}
        data-full={left === 0 || undefined}
        dir="auto"
        lang={wordsLang()}
      >
        {note}
      </span>,
    ],
  };
}

/**
 * Draws limited questions from now on, and reads their places before the first one is shown. `draft`: its places count as free, until
 * those of the published form are read.
 */
export function openPlaces(draft?: Graph): void {
  for (const { id, data } of draft?.nodes ?? []) {
    const limited = ((data.config?.options ?? []) as Option[]).filter(({ limit }) => limit);
    const left = Object.fromEntries(limited.map(({ value, limit = 0 }) => [value, limit]));
    if (limited.length > 0) places.left = { ...places.left, [id]: left };
  }
  places.Limited = Limited as FunctionComponent<never>;
  void readPlaces();
}
