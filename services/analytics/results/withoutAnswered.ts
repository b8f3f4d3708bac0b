import { fewestPeople } from "../../../shared/domain/limits.ts";
import { discloseChoices, type Several } from "./choices.ts";
import { type Count, isShowable, sumOf, withoutSmallest } from "./disclose.ts";

/** Counts of a question whose number of answers isn't shown, because it is 1 or 2 (`gap`) below another figure. Pure. */

interface World {
  counts: readonly Count[];
  answered: number;
  gap: number;
}

/** How counts can be shown, and which can be those of so many answers. */
interface Kind {
  show(world: World): Count[];
  isPossible(world: World): boolean;
}

/** Fewest people without a count that is shown: 3 who answered, and 2 who didn't. */
const fewestOthers = 2 * fewestPeople - 1;

/** The smallest counts are left out until enough people are in none. Equal ones are left out together. */
const showSingle = ({ counts, answered, gap }: World): Count[] =>
  withoutSmallest(counts.filter(isShowable), (shown) => answered + gap - sumOf(shown) < fewestOthers);

const single: Kind = {
  show: showSingle,
  isPossible: ({ counts, answered }) => sumOf(counts) === answered,
};

/** If all choose as many, the number of answers follows from the sum of the counts. */
const several = (choice: Several): Kind => ({
  show: ({ counts, answered }) =>
    choice.min === choice.max
      ? []
      : discloseChoices(counts, answered, choice).filter(({ count }) => answered - count >= fewestPeople),
  isPossible: ({ counts, answered }) =>
    answered <= sumOf(counts) && answered >= Math.max(...counts.map(({ count }) => count)),
});

/**
 * Returns the counts that leave open whether 1 or 2 people didn't answer: a question with the other number of them has the same
 * ones. None otherwise. `choice`: of a question with several choices.
 */
export function countsWithoutAnswered(world: World, choice?: Several): Count[] {
  const { show, isPossible } = choice ? several(choice) : single;
  const shown = show(world);
  const text = JSON.stringify(shown);
  return others(world).some((other) => isPossible(other) && JSON.stringify(show(other)) === text) ? shown : [];
}

/** Worlds where one person more or less didn't answer. */
function others({ counts, answered, gap }: World): World[] {
  const change = gap - (fewestPeople - gap);
  const of = { answered: answered + change, gap: gap - change };
  const changed = counts.map((one) =>
    counts.map((each) => (each === one ? { ...each, count: each.count + change } : each)),
  );
  return [counts, ...changed]
    .filter((some) => some.every(({ count }) => count >= 0))
    .map((some) => ({ counts: some, ...of }));
}
