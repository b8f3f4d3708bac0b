import { median } from "../quantile.ts";

/**
 * Processes whose CPU is compared, each on its own: the sum would hide one that is slower. `rest` has events, search and insights, and
 * PostgreSQL their statements.
 */
export const compared = ["gateway", "sessions", "rest", "PostgreSQL"] as const;

/** CPU-ms per session of each process in one round, of this code and of the earlier. */
export type Round = Record<(typeof compared)[number], { own: number; earlier: number }>;

export interface Slowdown {
  name: (typeof compared)[number];
  own: number;
  earlier: number;
  /** median of the rounds, because the speed of the machine varies between them */
  ratio: number;
  /** lowest and highest ratio of a round */
  range: [lowest: number, highest: number];
  isSlower: boolean;
}

/** A process may use this much CPU, relative to the baseline. */
export const limit = 1.1;

/**
 * Share of the rounds in which it must have used more than the baseline. Equal code differs by up to 40% in one round, because V8
 * compiles it differently in each process, so a median alone is over `limit` by chance.
 */
const agreement = 0.8;

export const slowdowns = (rounds: readonly Round[]): Slowdown[] =>
  compared.map((name) => {
    const own = median(rounds.map((round) => round[name].own));
    const earlier = median(rounds.map((round) => round[name].earlier));
    const ratios = rounds.map((round) => round[name].own / round[name].earlier);
    const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)];
    const ratio = median(ratios);
    const agreeing = ratios.filter((one) => !(one <= 1)).length / ratios.length;
    return {
      name,
      own,
      earlier,
      ratio,
      range: [lowest, highest],
      // also without a figure
      isSlower: !(ratio <= limit) && agreeing >= agreement,
    };
  });
