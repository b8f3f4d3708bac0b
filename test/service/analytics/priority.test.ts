import os from "node:os";
import { ServiceBroker } from "moleculer";
import { giveWay } from "../../../services/analytics/priority.ts";

/** Each test file has its own process, so it can lower the priority. */
const brokerWith = (...names: string[]): ServiceBroker => {
  const broker = new ServiceBroker({ logger: false });
  for (const name of names) broker.createService({ name });
  return broker;
};

test("lowers the priority of analytics only if it is alone in its process", () => {
  const usual = os.getPriority();
  giveWay(brokerWith("sessions", "analytics"));
  expect(os.getPriority()).toBe(usual);
  giveWay(brokerWith("analytics"));
  expect(os.getPriority()).toBe(10);
});
