import * as words from "../../strings/en/dashboard/plots.ts";
import { Bars } from "./bars.tsx";

/** How many are from `from` to `to`, both of it. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** Bins of one width beside each other, the lowest first. `label` says what they are of, in a sentence. */
export function Histogram({ label, bins }: { label: string; bins: readonly Bin[] }) {
  const bars = bins.map(({ from, to, count }) => {
    const name = words.range(from, to);
    return { name, text: words.inBin(name, count), value: count };
  });
  return <Bars label={label} bars={bars} gap={0.06} />;
}
