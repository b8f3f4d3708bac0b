/** `npm run test:system` tries all cases, and `npm test` as many as its budget allows. */
export const isWhole = process.env.PATHFORM_TESTS === "system";

/** Yields cases until the work on them has taken this CPU time in ms, at least one. */
export function* within<Case>(ms: number, cases: Iterable<Case>): Generator<Case> {
  const start = process.cpuUsage();
  const isOver = () => {
    const { user, system } = process.cpuUsage(start);
    return !isWhole && (user + system) / 1000 > ms;
  };
  for (const one of cases) {
    yield one;
    if (isOver()) return;
  }
}

/** Numbers from 1. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_, at) => at + 1);
