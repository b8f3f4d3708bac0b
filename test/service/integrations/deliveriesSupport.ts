import { expect } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { type Answer, ok, type Receiver, startReceiver } from "../../support/receiver.ts";
import type { Attached, Stage } from "./deliveriesStage.ts";

/** Returns the receivers of one test. */
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

/** Calls `stage` each time, because it starts after the test file was read. */
export const waitingOn = (stage: () => Stage) => ({
  untilRecords: (attached: Attached, count: number) =>
    until(async () => {
      const records = await stage().deliveriesOf(attached);
      expect(records.length).toBeGreaterThanOrEqual(count);
      return records;
    }),
  /** Waits until this event has no attempt in progress or pending. */
  untilQuiet: (eventId: string) =>
    until(async () => {
      const query = "select state, due_at, lease from integrations.deliveries where event_id = $1";
      const rows = await stage().query(query, [eventId]);
      expect(rows).toMatchObject([{ due_at: null, lease: null }]);
      return rows[0]?.state;
    }),
});
