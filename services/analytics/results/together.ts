import { fewestAnswers, fewestPeople } from "../../../shared/domain/limits.ts";
import type { Figures } from "./disclose.ts";
import type { ShownPart } from "./reading.ts";

/** A part as readers see it. */
export interface Disclosed extends Omit<ShownPart, "answered"> {
  /** null if it is 1 or 2 below another figure */
  answered: number | null;
}

/**
 * Leaves out each number of answers that is 1 or 2 below another figure that is shown, because their difference is the few who didn't
 * answer (features §24.1), and figures from which it follows. The greatest stay. Pure.
 */
export function shownTogether(completed: number, parts: readonly ShownPart[]): Disclosed[] {
  const seen = new Set([completed]);
  return parts
    .toSorted((a, b) => b.answered - a.answered)
    .map(({ reduced, ...part }) => {
      const above = figureAbove(part.answered, seen);
      const shown =
        above === null ? part : { ...part, answered: null, figures: figuresBelow(part.answered, above, reduced) };
      for (const figure of [shown.answered ?? completed, ...countsIn(shown.figures)]) seen.add(figure);
      return shown;
    });
}

/** Returns the figure that the number of answers is 1 or 2 below, or null. */
function figureAbove(answered: number, seen: ReadonlySet<number>): number | null {
  for (let people = 1; people < fewestPeople; people += 1) if (seen.has(answered + people)) return answered + people;
  return null;
}

/** None if the fewest answers of a shown question tell how many are missing. */
const figuresBelow = (answered: number, above: number, reduced: readonly Figures[] = []): Figures =>
  above - fewestAnswers < fewestPeople - 1 ? {} : (reduced[above - answered - 1] ?? {});

const countsIn = ({ counts = [], histogram = [], nps }: Figures): number[] => [
  ...[...counts, ...histogram].map(({ count }) => count),
  ...(nps ? [nps.promoters, nps.passives, nps.detractors] : []),
];
