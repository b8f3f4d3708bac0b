import type { FunctionComponent } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import type { Option } from "../../../../shared/domain/questions/config/options.ts";
import type { Drawn } from "../markup/markup.ts";
import type { QuestionProps } from "../questions/question.ts";
import { places } from "../walk/places.ts";
import { fill, numeral, words } from "../words.ts";
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
  const { config, nodeId, value, onChange } = question;
  const left = places.left[nodeId] ?? {};
  const options = config.options.map((option: Option & Drawn) => {
    const { label, drawn } = option;
    const more = leftText(left[option.value], config);
    return { ...option, label: label + more, ...(drawn && { drawn: () => [drawn(), more] }) };
  });
  const isFull = (one: Json) => typeof one === "string" && left[one] === 0;
  const change = (next: Json) => {
    const before = [value].flat();
    if (![next].flat().some((one) => isFull(one) && !before.includes(one))) onChange(next);
  };
  return <Component {...question} config={{ ...config, options }} isFull={isFull} onChange={change} />;
}

/** Returns what follows an option's label, or "". */
function leftText(left: number | undefined, { show_places: showsPlaces }: Config): string {
  if (left === undefined || (left > 0 && !showsPlaces)) return "";
  return ` (${left === 0 ? words.choices.full : fill(words.choices.placesLeft, { count: numeral(left) })})`;
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
