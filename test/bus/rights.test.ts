import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { connect } from "nats";
import { subjectsOf } from "../../shared/bus/contract/subjects.ts";
import { Bus } from "../../shared/bus/nats.ts";
import { registry } from "../../shared/platform/ops/registry.ts";
import { eventually } from "../support/eventually.ts";
import { type NatsWithUsers, startNatsWithUsers } from "../support/natsUsers.ts";
import { serviceNames } from "../support/product.ts";

/** A process of each service, with each right of deploy/nats/nats.conf missing in turn: a user of NATS for each (test/domain/busRights.test.ts). */
const conf = readFileSync(join(import.meta.dirname, "../../deploy/nats/nats.conf"), "utf8");

/** A right of a service's user, and how it reads when it is missing. */
interface Right {
  user: string;
  operation: "publish" | "subscribe";
  subject: string;
  refusal: string;
}

const nameOf = (subject: string): string => (subject.split(".").length > 2 ? subject.replace(/\.>$/, "") : subject);

function rightsOf(service: string): Right[] {
  const { sends, hears } = subjectsOf([service]);
  const all = [
    ...sends.map((subject) => ({ subject, operation: "publish" as const, what: nameOf(subject) })),
    ...[...hears, "_INBOX.>"].map((subject) => ({
      ...{ subject, operation: "subscribe" as const },
      what: `the subscription ${nameOf(subject)}`,
    })),
  ];
  return all.map(({ subject, operation, what }, at) => ({
    ...{ user: `${service}-${at}`, operation, subject },
    refusal: `NATS refused ${what} to ${service}: update nats.conf`,
  }));
}

/** nats.conf with a further user for each right of each service, who has all the others. `isWhole`: has it too. */
function confWith(isWhole: boolean): string {
  const users = serviceNames.flatMap((service) => {
    const rights = rightsOf(service);
    return rights.map(({ user, ...missing }) => {
      const had = (operation: Right["operation"]) =>
        rights.flatMap(({ subject, ...right }) =>
          right.operation === operation && (isWhole || operation !== missing.operation || subject !== missing.subject)
            ? [subject.startsWith("_") ? subject : `MOL-pathform.${subject}`]
            : [],
        );
      const permissions = { publish: had("publish"), subscribe: had("subscribe") };
      return `{ user: "${user}", password: "secret", permissions: ${JSON.stringify(permissions)} }`;
    });
  });
  return conf.replace("users: [", `users: [\n{ user: "tester", password: "secret" }\n${users.join("\n")}`);
}

let nats: NatsWithUsers;
beforeAll(async () => {
  nats = await startNatsWithUsers(confWith(false));
}, 60_000);
afterAll(() => nats?.stop());

interface Copy extends Right {
  bus: Bus;
  broker: ServiceBroker;
  warnings: string[];
  /** kinds of messages that it heard */
  heard: Set<string>;
}

async function start(service: string, right: Right): Promise<Copy> {
  const url = `nats://${right.user}:secret@localhost:${nats.port}`;
  const bus = new Bus({ url, services: [service] });
  const warnings: string[] = [];
  const broker = new ServiceBroker({
    ...{ nodeID: `${service}.${right.user}`, namespace: "pathform", transporter: bus as never },
    ...{ heartbeatInterval: 1, logger: false },
  });
  bus.logger.warn = (message: string) => warnings.push(message);
  await broker.start();
  const heard = new Set<string>();
  const receive = bus.receive.bind(bus);
  bus.receive = (kind, data) => {
    heard.add(kind);
    return receive(kind, data);
  };
  return { ...right, bus, broker, warnings, heard };
}

/** Waits until each copy hears what it was refused. */
async function assertHeard(copies: Copy[]): Promise<void> {
  const tester = await connect({ servers: `localhost:${nats.port}`, user: "tester", pass: "secret" });
  // the inbox has a random name
  const deaf = copies.filter(({ operation, subject }) => operation === "subscribe" && subject !== "_INBOX.>");
  for (const { heard } of deaf) heard.clear();
  for (const { broker, subject } of deaf) {
    const [kind = "", isForOne] = subject.split(".");
    tester.publish(`MOL-pathform.${isForOne ? `${kind}.${broker.nodeID}` : kind}`, '{"ver":"5","sender":"nobody"}');
  }
  await eventually(() => {
    for (const { heard, subject } of deaf)
      expect({ subject, heard: [...heard] }).toEqual({
        subject,
        heard: expect.arrayContaining([subject.split(".")[0]]),
      });
  });
  await tester.close();
}

const refusedSubjects = async (): Promise<Set<string>> => {
  const text = (await registry.getSingleMetric("pathform_bus_refused")?.get())?.values ?? [];
  return new Set(text.filter(({ value }) => value === 1).map(({ labels }) => String(labels["subject"])));
};

test.each(serviceNames)(
  "a process of %s without one of its rights is unready, and says which in its log and metric until it has it",
  async (service) => {
    nats.reload(confWith(false));
    const rights = rightsOf(service);
    expect(rights.length).toBeGreaterThan(20);
    const copies = await Promise.all(rights.map((right) => start(service, right)));
    try {
      await eventually(async () => {
        const found = await Promise.all(copies.map(({ bus }) => bus.waitsFor()));
        expect(found).toEqual(rights.map(({ refusal }) => refusal));
      }, 30);
      for (const { refusal, warnings } of copies)
        expect(warnings.filter((one) => one.includes(refusal))).toHaveLength(1);
      // later checks find the same
      await Promise.all(copies.map(({ bus }) => bus.waitsFor()));
      expect(await refusedSubjects()).toEqual(new Set(rights.map(({ subject }) => nameOf(subject))));
      nats.reload(confWith(true));
      await eventually(async () => {
        const found = await Promise.all(copies.map(({ bus }) => bus.waitsFor()));
        expect([found.filter(Boolean), await refusedSubjects()]).toEqual([[], new Set()]);
      }, 30);
      await assertHeard(copies);
    } finally {
      await Promise.all(copies.map(({ broker }) => broker.stop()));
    }
  },
  120_000,
);
