import TestSequencer from "@jest/test-sequencer";

/**
 * Runs the slowest files first, so that all workers finish together. Jest's default order needs timings of earlier runs, and file
 * sizes are a bad estimate.
 */
const longest = [
  ...["bus/live", "bus/faults", "bus/hang", "bus/backlog", "bus/deliveries", "bus/late", "restore/restore"],
  ...["growth/growth", "analytics/responsesAtScale", "growth/search", "analytics/rollupsAtScale"],
  ...["dashboard/integrations", "browser/nothingLost", "engines/journeys", "dashboard/everyPage", "browser/questions"],
  ...["browser/page", "dashboard/home", "builder/list", "dashboard/keyboardOnly", "dashboard/responses"],
  ...["builder/canvas", "builder/savingFailures", "builder/saving", "dashboard/formPages", "dashboard/themes"],
  ...["kubernetes/cluster", "platform/pages", "platform/embedded", "bus/secrets", "telling/alerts", "telling/logs"],
  ...["telling/metrics", "graph/properties", "builder/scores", "builder/dryRun", "bus/secured", "bus/database"],
  ...["dashboard/firstRun", "browser/parts", "bus/start", "forms/live", "bus/drain", "dashboard/shell"],
  ...["auth/accounts", "bus/npmStart", "api/oauth", "api/matrix", "telling/traces", "bus/fullDisk", "auth/commands"],
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
