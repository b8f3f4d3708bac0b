import TestSequencer from "@jest/test-sequencer";
import { readSeconds, recorded, slowestFirst } from "./seconds.ts";

/** Runs the slowest files first, so that all workers finish together. Jest's own record of seconds is empty on a new machine. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    return slowestFirst(super.sort(tests), readSeconds(recorded));
  }
}
