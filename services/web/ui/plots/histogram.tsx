import * as words from "../../strings/en/dashboard/plots.ts";
import { Bars } from "./bars.tsx";

/** Number of values from `from` to `to`, both included. */
export interface Bin {
  from: number;
  to: number;
  count: number;
}

/** Adjacent bins of the same width, lowest first. `label` describes them in a sentence. */
export function Histogram({ label, bins }: { label: string; bins: readonly Bin[] }) {
  const bars = bins.map(({ from, to, count }) => {
    const name = words.range(from, to);
    return { name, text: words.inBin(name, count), value: count };
  });
  return <Bars label={label} bars={bars} gap={0.06} />;
}
