import TestSequencer from "@jest/test-sequencer";

/**
 * Runs the slowest files first, so that all workers finish together. Jest's default order needs timings of earlier runs, and file
 * sizes are a bad estimate.
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
