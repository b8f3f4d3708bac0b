import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { QuestionProps } from "../question.ts";
import { shuffled } from "../shuffled.ts";

type Shuffle = Parameters<typeof shuffled>[1];

/**
 * The options as this respondent sees them. The gateway's HTML is the same for all, so there they stand as the owner wrote
 * them, and `isHidden` until the browser has put them in order.
 */
export function useOrder<T>(options: readonly T[], shuffle: Shuffle, { labels, seed = pageSeed }: QuestionProps) {
  const [isMounted, setMounted] = useState(false);
  useLayoutEffect(() => setMounted(true), []);
  const inOrder = useMemo(() => shuffled(options, shuffle, `${seed} ${labels.title}`), [options, shuffle, seed]);
  return isMounted || shuffle === "none"
    ? { ordered: inOrder, isHidden: false }
    : { ordered: [...options], isHidden: true };
}

/** Of a respondent who has no session yet. */
const pageSeed = String(Math.random());
