import { relative } from "node:path";
import TestSequencer from "@jest/test-sequencer";
import { likelyTests } from "./changed.ts";
import { readSeconds, recorded, secondsOf, slowestFirst } from "./seconds.ts";

/**
 * Runs the slowest files first, so that all workers finish together. Jest's own record of seconds is empty on a new machine. For
 * `--changed`, runs those that are likely to notice what changed.
 */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const seconds = readSeconds(recorded);
    const all = slowestFirst(super.sort(tests), seconds);
    if (process.env.PATHFORM_CHANGED !== "true") return all;
    const { chosen, leftOut } = likelyTests(all, (test) => Math.min(secondsOf(test, seconds), usualSeconds));
    process.stdout.write(`${leftOutLines(leftOut, all.length - chosen.length - leftOut.length)}\n\n`);
    return slowestFirst(chosen, seconds);
  }
}

/** Of a file that no run has measured. */
const usualSeconds = 20;

const leftOutLines = (files, unrelated) =>
  [
    `Left out: ${unrelated} files that nothing leads to, and suites of npm run test:system.`,
    ...(files.length > 0 ? [`Left out for want of time, although they may notice it: ${files.length} files.`] : []),
    ...files.map(({ path }) => `  ${relative(process.cwd(), path)}`),
  ].join("\n");
