import os from "node:os";
import { ServiceBroker } from "moleculer";
import { giveWay } from "../../../services/analytics/priority.ts";

/** A test file has a process of its own, so this one may lower its priority. */
const brokerWith = (...names: string[]): ServiceBroker => {
  const broker = new ServiceBroker({ logger: false });
  for (const name of names) broker.createService({ name });
  return broker;
};

test("analytics goes after the others of its machine where it is alone in its process, and only there", () => {
  const usual = os.getPriority();
  giveWay(brokerWith("sessions", "analytics"));
  expect(os.getPriority()).toBe(usual);
  giveWay(brokerWith("analytics"));
  expect(os.getPriority()).toBe(10);
});
