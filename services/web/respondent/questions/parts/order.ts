import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { QuestionProps } from "../question.ts";
import { shuffled } from "../shuffled.ts";

type Shuffle = Parameters<typeof shuffled>[1];

/**
 * The options as this respondent sees them. The gateway's HTML is the same for all, so there they stand as the owner wrote
 * them, and `isHidden` until the browser has put them in order.
 */
export function useOrder<T>(options: readonly T[], shuffle: Shuffle, { labels, seed }: QuestionProps) {
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  const used = seedInUse(seed);
  const inOrder = useMemo(() => shuffled(options, shuffle, `${used} ${labels.title}`), [options, shuffle, used]);
  return isMounted || shuffle === "none"
    ? { ordered: inOrder, isHidden: false }
    : { ordered: [...options], isHidden: true };
}

/** Of a respondent who has no name yet; the first name that comes is the same respondent's, and changes no order. */
const pageSeed = String(Math.random());
let isUnnamed = false;
let firstSeed: string | undefined;

function seedInUse(seed: string | undefined): string {
  if (seed === undefined) {
    isUnnamed = true;
    return pageSeed;
  }
  firstSeed ??= seed;
  return isUnnamed && seed === firstSeed ? pageSeed : seed;
}
