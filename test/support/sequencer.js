import TestSequencer from "@jest/test-sequencer";

/**
 * What takes longest begins first, so that no worker is left with it at the end. Jest's own order does so by the times that
 * it remembers; a new machine has none, and by the size of a file it guesses wrong.
 */
const longest = [
  ...["bus/live", "bus/faults", "bus/hang", "bus/late", "bus/deliveries", "bus/backlog", "dashboard/integrations"],
  ...["dashboard/themes", "browser/nothingLost", "dashboard/everyPage", "bus/secured", "bus/database", "bus/drain"],
  ...["bus/start", "bus/secrets", "browser/questions", "builder/savingFailures", "browser/page", "builder/saving"],
  ...["dashboard/keyboardOnly", "api/oauth", "dashboard/firstRun", "dashboard/formPages", "platform/embedded"],
  ...["platform/pages", "dashboard/responses", "dashboard/shell", "dashboard/account", "builder/list"],
  ...["builder/dryRun", "builder/keyboard", "builder/canvas", "dashboard/insights", "builder/inspector"],
  ...["integrations/queueAtScale", "forms/live", "auth/commands", "platform/migrations", "gateway/http", "api/matrix"],
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
