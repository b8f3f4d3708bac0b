import { type InTurn, openTurns } from "../../shared/platform/turns.ts";

/**
 * Places for actions that load graphs with their translations, up to 8 MiB each and two for a comparison. An action that waits for a
 * place has loaded nothing, so that memory doesn't grow with the requests (decisions §1: busy is 503).
 */

/** Reads that wait for the analysis thread, which does one question at a time. */
const analyses = openTurns({ perAccount: 1, total: 2, waiting: 20 });

/** Short reads and writes. Saves don't wait for others' analyses. */
const texts = openTurns({ perAccount: 2, total: 3, waiting: 60 });

interface Handled {
  // biome-ignore lint/suspicious/noExplicitAny: each action has its own context
  handler(this: any, ctx: any): unknown;
}

const within =
  (room: InTurn) =>
  <A extends Handled>(action: A): A => ({
    ...action,
    handler(ctx: { params: { caller: { account_id: string } } }) {
      return room(ctx.params.caller.account_id, async () => action.handler.call(this, ctx));
    },
  });

/** Runs an action when it has a place among those that analyze graphs. */
export const withAnalysis = within(analyses);

/** Runs an action when it has a place among those that load or store graphs. */
export const withTexts = within(texts);
