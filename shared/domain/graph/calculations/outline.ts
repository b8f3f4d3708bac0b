import type { Calculation } from "../types.ts";
import type { Parsing } from "./expression.ts";
import { type CalculationFault, type Facts, meaningFaults } from "./meaning.ts";
import { type ParsedCalculation, parseCalculations } from "./parse.ts";
import { readsOf } from "./reads.ts";
import { isWhole } from "./whole.ts";

/** A draft's calculation, checked on its own (features §12). */
export interface OutlineCalculation extends Omit<ParsedCalculation, "faults"> {
  readonly faults: readonly CalculationFault[];
  /** nodes that it reads, directly or through other calculations */
  readonly nodes: ReadonlySet<string>;
  /** calculations that it reads, directly or through others, itself included */
  readonly keys: ReadonlySet<string>;
  /** reads points or the score, directly or not */
  readonly isPrivate: boolean;
  /** all its values are whole numbers */
  readonly isWhole: boolean;
  /** neither it nor a calculation that it reads has a problem */
  readonly isSound: boolean;
}

/** Calculations by key, in the order of the graph. */
export type Calculations = ReadonlyMap<string, OutlineCalculation>;

const none: Calculations = new Map();

export function outlineCalculations(
  list: readonly Calculation[] | undefined,
  facts: Facts,
  parseCondition: Parsing["parseCondition"],
): Calculations {
  if (!list || list.length === 0) return none;
  const found = new Map<string, OutlineCalculation>();
  const all = parseCalculations(list, parseCondition);
  const keys = new Set(all.map(({ key }) => key));
  for (const parsed of all) {
    const calculation = outlined(parsed, found, keys, facts);
    // a repeated key has a fault, and must not hide the first one
    found.set(found.has(parsed.key) ? `${parsed.key} ${parsed.index}` : parsed.key, calculation);
  }
  return found;
}

function outlined(
  parsed: ParsedCalculation,
  earlier: Calculations,
  all: ReadonlySet<string>,
  facts: Facts,
): OutlineCalculation {
  const { value } = parsed;
  const reads = value ? readsOf(value) : null;
  const inner = [...(reads?.calculations ?? [])].flatMap((key) => earlier.get(key) ?? []);
  const malformed = parsed.faults.map((fault) => ({ code: "bad_calculation" as const, ...fault }));
  const faults = [...malformed, ...(value ? meaningFaults(value, earlier, all, facts) : [])];
  return {
    ...parsed,
    faults,
    nodes: new Set([...(reads?.nodes ?? []), ...inner.flatMap(({ nodes }) => [...nodes])]),
    keys: new Set([parsed.key, ...inner.flatMap(({ keys }) => [...keys])]),
    isPrivate: (reads?.isPrivate ?? false) || inner.some(({ isPrivate }) => isPrivate),
    isWhole:
      parsed.source.decimals === 0 ||
      (value !== null && isWhole(value, facts.questions, (key) => earlier.get(key)?.isWhole ?? false)),
    isSound:
      value !== null &&
      faults.length === 0 &&
      inner.every(({ isSound }) => isSound) &&
      areAnswered(reads?.nodes, facts),
  };
}

/** Whether all these nodes are questions without problems in their config, which the question's own problem reports. */
const areAnswered = (ids: Iterable<string> = [], { questions }: Facts): boolean =>
  [...ids].every((id) => questions.get(id)?.domain);

/** Returns the keys of private calculations. The list must have no problems. */
export function privateKeys(list: readonly Calculation[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { key, value } of parseCalculations(list)) {
    const reads = value && readsOf(value);
    if (reads && (reads.isPrivate || [...reads.calculations].some((inner) => found.has(inner)))) found.add(key);
  }
  return found;
}
