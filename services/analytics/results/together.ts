import { fewestAnswers, fewestPeople } from "../../../shared/domain/limits.ts";
import type { AskedOf } from "./askedOf.ts";
import { dividingNodes } from "./followUps.ts";
import type { Disclosed, ShownPart } from "./parts.ts";

/**
 * Decides which numbers of answers aren't shown, because they tell of 1 or 2 people (features §24.1): those of questions whose conditions
 * divide a hidden sum, and those 1 or 2 below another figure. An earlier decision stays, since the same figures would show later what it
 * left out. Pure.
 */
export function judged(completed: number, parts: readonly ShownPart[], askedOf: AskedOf = () => []): ShownPart[] {
  const dividing = dividingNodes(judgedByFigures(completed, parts).map(disclosed), askedOf);
  return judgedByFigures(
    completed,
    parts.map((part) => (dividing.has(part.node_id) ? { gap: 1, ...part } : part)),
  );
}

/** Leaves out those 1 or 2 below another figure that is shown. The greatest stay. */
function judgedByFigures(completed: number, parts: readonly ShownPart[]): ShownPart[] {
  const seen = new Set([completed]);
  return parts
    .toSorted((a, b) => b.answered - a.answered)
    .map((part) => {
      const gap = part.gap ?? gapBelow(part.answered, seen);
      const shown = gap === null ? part : { ...part, gap };
      for (const figure of figuresIn(disclosed(shown))) seen.add(figure);
      // a question that is asked of those who chose some of the hidden options tells how many chose the rest
      if (part.hidden && gap === null) seen.add(part.hidden);
      return shown;
    });
}

/** Returns how many people the number of answers is below another figure: 1 or 2, or null. */
function gapBelow(answered: number, seen: ReadonlySet<number>): number | null {
  for (let people = 1; people < fewestPeople; people += 1) if (seen.has(answered + people)) return people;
  return null;
}

/** Returns the parts as readers see them, also those of a reading whose release didn't decide. Pure. */
export const shownTogether = (completed: number, parts: readonly ShownPart[], askedOf?: AskedOf): Disclosed[] =>
  judged(completed, parts, askedOf).map(disclosed);

/** Leaves out the number of answers, and figures from which it follows. */
function disclosed({ reduced, gap, hidden, ...part }: ShownPart): Disclosed {
  if (gap === undefined) return part;
  // the fewest answers of a shown question tell how many are missing
  const isTold = part.answered + gap - fewestAnswers < fewestPeople - 1;
  return { ...part, answered: null, figures: isTold ? {} : (reduced?.[gap - 1] ?? {}) };
}

const figuresIn = ({ answered, figures: { counts = [], histogram = [], nps } }: Disclosed): number[] => [
  ...(answered === null ? [] : [answered]),
  ...[...counts, ...histogram].map(({ count }) => count),
  ...(nps ? [nps.promoters, nps.passives, nps.detractors] : []),
];
