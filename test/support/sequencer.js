import TestSequencer from "@jest/test-sequencer";

/**
 * What takes longest begins first, so that no worker is left with it at the end. Jest's own order does so by the times that
 * it remembers; a new machine has none, and by the size of a file it guesses wrong.
 */
const longest = [
  ...["bus/live", "bus/faults", "bus/backlog", "bus/deliveries", "dashboard/integrations", "dashboard/themes"],
  ...["browser/questions", "bus/late", "dashboard/everyPage", "browser/nothingLost", "bus/start", "bus/drain"],
  ...["dashboard/shell", "builder/saving", "browser/page", "bus/silence", "builder/savingFailures", "api/oauth"],
  ...["platform/migrations", "platform/pages", "builder/canvas", "dashboard/formPages", "platform/embedded"],
  ...["dashboard/account", "dashboard/keyboardOnly", "auth/commands", "dashboard/insights", "dashboard/responses"],
];

const rank = ({ path }) => {
  const found = longest.findIndex((name) => path.endsWith(`/${name}.test.ts`));
  return found < 0 ? longest.length : found;
};

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
