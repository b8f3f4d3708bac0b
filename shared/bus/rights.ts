import { Gauge } from "prom-client";
import { registry } from "../platform/ops/registry.ts";
import { type Subjects, subjectsOf } from "./contract/subjects.ts";

const busRefused = new Gauge({
  name: "pathform_bus_refused",
  help: "1 for each subject of the bus that NATS refuses to this process's user",
  labelNames: ["subject"],
  registers: [registry],
});

/** NATS refuses to send to a subject, or to hear it. */
export type Operation = "send" | "hear";

export interface BusRightsOptions {
  /** services of this process */
  services: readonly string[];
  warn(message: string): void;
  /** Tries subjects such as `REQ.forms.>`. Returns whether NATS replied to what follows, after its refusals. */
  probe(subjects: Subjects): Promise<boolean>;
}

interface Refusal {
  operation: Operation;
  /** such as `REQ.forms.>` */
  subject: string;
  /** the last check that found it */
  check: number;
}

/** The rights of this process's NATS user, which an upgrade may have to extend. */
export class BusRights {
  readonly #options: BusRightsOptions;
  readonly #refused = new Map<string, Refusal>();
  #checks = 0;
  /** The process has had all rights. Later refusals don't make it unready, because most requests still work. */
  #wereComplete = false;

  constructor(options: BusRightsOptions) {
    this.#options = options;
  }

  /** Notes a refusal. `refused` is without the namespace, such as `REQ.forms.node-1`. */
  refuse(operation: Operation, refused: string): void {
    const subject = subjectIn(operation, refused);
    const key = `${operation} ${subject}`;
    const refusal = { operation, subject, check: this.#checks };
    if (!this.#refused.has(key)) this.#options.warn(this.#textOf(refusal));
    this.#refused.set(key, refusal);
    busRefused.set({ subject: nameOf(subject) }, 1);
  }

  /** Returns a right that has been missing since the start, so that an upgrade stops before the old copies do. */
  async waitsFor(): Promise<string | undefined> {
    if (!this.#wereComplete || this.#refused.size > 0) await this.#check();
    const [missing] = this.#refused.values();
    return this.#wereComplete || missing === undefined ? undefined : this.#textOf(missing);
  }

  /** Tries each subject, or the refused ones once all have worked. Forgets a refusal only if its own subject worked. */
  async #check(): Promise<void> {
    this.#checks += 1;
    const known = this.#wereComplete ? { sends: [], hears: [] } : subjectsOf(this.#options.services);
    const refused = [...this.#refused.values()];
    const of = (wanted: Operation) =>
      refused.filter(({ operation }) => operation === wanted).map(({ subject }) => subject);
    const sends = [...new Set([...known.sends, ...of("send")])];
    const hears = [...new Set([...known.hears, ...of("hear")])];
    if (!(await this.#options.probe({ sends, hears }))) return;
    for (const [key, { check }] of this.#refused) if (check < this.#checks) this.#refused.delete(key);
    this.#report(refused.map(({ subject }) => nameOf(subject)));
    this.#wereComplete ||= this.#refused.size === 0;
  }

  #report(names: readonly string[]): void {
    const still = new Set([...this.#refused.values()].map(({ subject }) => nameOf(subject)));
    for (const name of names) if (!still.has(name)) busRefused.remove({ subject: name });
  }

  #textOf({ operation, subject }: Refusal): string {
    const who = this.#options.services.join("+");
    const what = operation === "send" ? nameOf(subject) : `the subscription ${nameOf(subject)}`;
    return `NATS refused ${what} to ${who}: update nats.conf`;
  }
}

/** Returns the subject that a right is for. Requests and events have one for each service, and what a process hears is its own. */
function subjectIn(operation: Operation, refused: string): string {
  const [kind = "", service, ...rest] = refused.split(".");
  if (service === undefined) return kind;
  const isOfService = operation === "hear" || kind === "REQ" || kind === "EVENT";
  return isOfService && rest.length > 0 && service !== "" ? `${kind}.${service}.>` : `${kind}.>`;
}

/** Returns `REQ.forms` of `REQ.forms.>`. `PING` and `PING.>` are two rights. */
const nameOf = (subject: string): string => (subject.split(".").length > 2 ? subject.replace(/\.>$/, "") : subject);
