import { fewestAnswers, fewestPeople } from "../../../shared/domain/limits.ts";
import { matrixCell } from "../../../shared/domain/questions/matrixCell.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { isTabulated } from "../../../shared/domain/questions/tabulated.ts";
import { figure, type Tally } from "../figures/tally.ts";
import { numbersOf, total } from "../insights/frequencies.ts";
import type { ValueCounts } from "../insights/tabulate.ts";
import { valuesOf } from "../insights/tabulate.ts";
import type { Questions } from "../insights/view.ts";
import type { AskedOf } from "./askedOf.ts";
import { discloseChoices, type Several } from "./choices.ts";
import { type Count, discloseCounts, discloseNumbers, sumOf, withRemoved } from "./disclose.ts";
import type { PartKey, ShownPart } from "./parts.ts";
import { judged } from "./together.ts";
import { countsWithoutAnswered } from "./withoutAnswered.ts";

/** The newest figures that readers saw. */
export interface Reading {
  /** completed responses */
  completed: number;
  /** ISO time */
  at: string;
  parts: ShownPart[];
}

/** A part as it is now, before anything is left out. */
export interface Part extends PartKey {
  disclose(): Disclosure;
}

type Disclosure = Pick<ShownPart, "figures" | "reduced" | "hidden">;

export interface Current {
  completed: number;
  at: string;
  parts: readonly Part[];
  /** absent if the form asks everybody the same */
  askedOf?: AskedOf;
}

const keyOf = ({ node_id, row }: PartKey): string => JSON.stringify([node_id, row]);

/**
 * Returns what readers see from now on (features §24.1): `previous` until 3 more responses were completed, or 3 fewer are left. A part with
 * fewer than 5 answers isn't shown, and one that is shown changes only with 3 answers. So readings that follow each other
 * never differ by one answer. In short steps. Pure.
 */
export function* nextReading(
  previous: Reading | null,
  { completed, at, parts, askedOf }: Current,
): Generator<void, Reading> {
  const isShown = previous !== null && previous.parts.length > 0;
  if (isShown && Math.abs(completed - previous.completed) < fewestPeople) return previous;
  // decided as readers saw it, also what a previous release stored
  const before = previous ? judged(previous.completed, previous.parts, askedOf) : [];
  const known = new Map(before.map((part) => [keyOf(part), part]));
  for (const { disclose, ...part } of parts) {
    const last = known.get(keyOf(part));
    const isNear = last?.question_type === part.question_type && Math.abs(part.answered - last.answered) < fewestPeople;
    if (part.answered >= fewestAnswers && !isNear) known.set(keyOf(part), { ...part, ...disclose() });
    yield;
  }
  return { completed, at, parts: judged(completed, [...known.values()], askedOf) };
}

/** Returns the parts of a reading that still have enough answers: others may have been deleted since. */
export function shownParts(reading: Reading, current: readonly Part[]): ShownPart[] {
  const now = new Map(current.map((part) => [keyOf(part), part]));
  return reading.parts.filter((part) => {
    const { question_type, answered = 0 } = now.get(keyOf(part)) ?? {};
    return question_type === part.question_type && answered >= fewestAnswers;
  });
}

/** Returns the parts of all questions that can be shown, of completed sessions. `personal`: nodes that never are (wants §21.5). */
export function currentParts(questions: Questions, tally: Tally, personal: ReadonlySet<string> = new Set()): Part[] {
  return questions
    .filter(({ node, question }) => isTabulated(question.type) && !personal.has(node.id))
    .flatMap(({ node: { id }, question }) => {
      const answered = tally.get(figure("types", id))?.get(question.type) ?? 0;
      const given = tally.get(figure("answers", id, question.type)) ?? new Map<string, number>();
      const key = { node_id: id, row: null, question_type: question.type, answered };
      return question.domain?.family === "row"
        ? [{ ...key, disclose: () => ({ figures: {} }) }, ...rowsOf(key, question.domain, given)]
        : [{ ...key, disclose: () => figuresOf(question, answered, given) }];
    });
}

type Matrix = Extract<CompiledQuestion["domain"], { family: "row" }>;

function rowsOf(key: PartKey, { rows, columns }: Matrix, given: ValueCounts): Part[] {
  return rows.map((row) => {
    const cells = columns.map((column) => matrixCell(row, column));
    const counts = cells.map((value) => ({ value, count: given.get(value) ?? 0 }));
    const answered = total(new Map([...given].filter(([cell]) => cell.startsWith(matrixCell(row, "")))));
    return { ...key, row, answered, disclose: () => countFigures(counts, answered) };
  });
}

/** The number of answers follows from all figures of numbers. */
function figuresOf({ type, domain }: CompiledQuestion, answered: number, given: ValueCounts): Disclosure {
  if (!domain) return { figures: {} };
  if (domain.family === "num") return { figures: discloseNumbers(type, domain, numbersOf(given)) };
  const isSeveral = domain.family === "many" && domain.max > 1;
  return countFigures(countsOf(domain, given), answered, isSeveral ? domain : undefined);
}

/** `several`: respondents may choose several. */
export function countFigures(counts: readonly Count[], answered: number, several?: Several): Disclosure {
  const all = several ? counts : withRemoved(counts, answered);
  const reduced = (gap: number) => ({ counts: countsWithoutAnswered({ counts: all, answered, gap }, several) });
  const shown = several ? discloseChoices(all, answered, several) : discloseCounts(all);
  const isSumKnown = !several || several.min === several.max;
  return {
    figures: { counts: shown },
    reduced: [reduced(1), reduced(2)],
    ...(isSumKnown && { hidden: (several?.min ?? 1) * answered - sumOf(shown) }),
  };
}

/** Counts options of the version, and all else as other text. Without such a field, it is options of older versions, which are left out. */
function countsOf(domain: NonNullable<CompiledQuestion["domain"]>, given: ValueCounts): Count[] {
  const values = valuesOf(domain);
  const counts: Count[] = values.map((value) => ({ value, count: given.get(value) ?? 0 }));
  if (!("open" in domain && domain.open)) return counts;
  const known = new Set(values);
  const others = [...given].filter(([value]) => !known.has(value)).reduce((sum, [, count]) => sum + count, 0);
  return [...counts, { value: null, count: others }];
}
