import { expect } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { type Answer, ok, type Receiver, startReceiver } from "../../support/receiver.ts";
import type { Attached, Stage } from "./deliveriesStage.ts";

/** The receivers of one test. */
export function openReceivers() {
  const receivers: Receiver[] = [];
  return {
    async receiver(answer: Answer = ok): Promise<Receiver> {
      const started = await startReceiver(answer);
      receivers.push(started);
      return started;
    },
    close: async () => void (await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))),
  };
}

export const until = <T>(check: () => T | Promise<T>) => eventually(check, 10);

/** `stage` is asked for at each call: it starts after the test file has been read. */
export const waitingOn = (stage: () => Stage) => ({
  untilRecords: (attached: Attached, count: number) =>
    until(async () => {
      const records = await stage().deliveriesOf(attached);
      expect(records.length).toBeGreaterThanOrEqual(count);
      return records;
    }),
  /** Until nothing of this event is attempted or waits to be: no more of it follows by itself. */
  untilQuiet: (eventId: string) =>
    until(async () => {
      const query = "select state, due_at, lease from integrations.deliveries where event_id = $1";
      const rows = await stage().query(query, [eventId]);
      expect(rows).toMatchObject([{ due_at: null, lease: null }]);
      return rows[0]?.state;
    }),
});
