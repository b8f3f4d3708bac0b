import { fewestAnswers, fewestPeople } from "../../../shared/domain/limits.ts";
import { type Count, discloseCounts, isShowable, sumOf, withoutSmallest, withRemoved } from "./disclose.ts";

/** Counts of a question with several choices, where also those who lack one are few (features §24.1). Pure. */

/** Options that respondents may choose together. `min` and `max` don't apply to `exclusive` options. */
export interface Several {
  min: number;
  max: number;
  exclusive: readonly string[];
}

/** Leaves out counts that are below 3, or that fewer than 3 of those lack who could have chosen the option, and what tells them. */
export function discloseChoices(counts: readonly Count[], answered: number, { min, max, exclusive }: Several): Count[] {
  const [alone, others] = apart(counts, exclusive);
  const shownAlone = discloseAlone(alone, answered);
  const isKnown = sumOf(shownAlone) === sumOf(alone);
  const together = answered - sumOf(shownAlone);
  const shown = others.filter(
    (one) => isShowable(one) && [answered, together].every((all) => isNoneOrMany(all - one.count)),
  );
  if (min === max)
    return isKnown
      ? [...shownAlone, ...discloseExact(withRemoved(others, min * together), shown, together)]
      : shownAlone;
  // people in none of the shown counts have a hidden exclusive option
  return isKnown || sumOf(shown) >= answered ? [...shownAlone, ...shown] : shownAlone;
}

/** Respondents with an exclusive option are in no other group, as with a single choice. */
const discloseAlone = (alone: readonly Count[], answered: number): Count[] =>
  alone.length === 0
    ? []
    : discloseCounts([...alone, { value: null, count: answered - sumOf(alone), is_removed: true }]);

function apart(counts: readonly Count[], exclusive: readonly string[]): [Count[], Count[]] {
  const isAlone = ({ value }: Count) => value !== null && exclusive.includes(value);
  return [counts.filter(isAlone), counts.filter((count) => !isAlone(count))];
}

const isNoneOrMany = (people: number): boolean => people === 0 || people >= fewestPeople;

/**
 * For options of which all choose as many, so that the sum of the counts is known: leaves out as many with the fewest on either side as
 * needed, so that none left out follows.
 */
function discloseExact(counts: readonly Count[], showable: readonly Count[], answered: number): Count[] {
  if (answered < fewestAnswers) return [];
  const isTold = (shown: readonly Count[]) =>
    doOthersFollow(
      counts.filter((count) => !shown.includes(count)),
      answered,
    );
  return withoutSmallest(showable, isTold, ({ count }) => Math.min(count, answered - count));
}

function doOthersFollow(hidden: readonly Count[], answered: number): boolean {
  const sum = sumOf(hidden);
  const lacking = hidden.length * answered - sum;
  if (sum === 0) return false;
  const isOnly = [fewestPeople - 1, answered - fewestPeople + 1, answered - 1].some((most) =>
    hidden.every(({ count }) => count === most),
  );
  return hidden.length === 1 || Math.min(sum, lacking) < fewestPeople || isOnly;
}
