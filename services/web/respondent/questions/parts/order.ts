import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { QuestionProps } from "../question.ts";
import { shuffled } from "../shuffled.ts";

type Shuffle = Parameters<typeof shuffled>[1];

/**
 * Orders the options for this respondent. The gateway's HTML is the same for all, so it has the owner's order, and
 * `isHidden` until the browser has shuffled.
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

/** Seed before the session has an ID. The first ID belongs to the same respondent, so it doesn't change the order. */
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
