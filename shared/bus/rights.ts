import { Gauge } from "prom-client";
import { registry } from "../platform/ops/registry.ts";

/**
 * Subjects below the namespace that each service sends to, and that its NATS user needs the right for (deploy/nats/nats.conf). A test
 * compares them with the calls in the code.
 */
export const sentSubjects: Record<string, readonly string[]> = {
  gateway: ["REQ.auth", "REQ.forms", "REQ.sessions", "REQ.analytics", "REQ.integrations"],
  auth: ["REQ.forms", "REQ.sessions", "REQ.analytics", "REQ.integrations", "EVENT.auth"],
  forms: ["REQ.auth", "REQ.sessions", "REQ.integrations", "EVENT.forms"],
  sessions: ["REQ.auth", "REQ.forms", "REQ.integrations", "EVENT.sessions", "EVENT.integrations"],
  analytics: ["REQ.auth", "REQ.forms", "REQ.sessions", "REQ.integrations"],
  integrations: ["REQ.auth", "REQ.forms", "REQ.sessions", "EVENT.integrations"],
};

/** Returns the subjects that services of one process send to other processes. */
export function subjectsOf(services: readonly string[]): string[] {
  const sent = services.flatMap((name) => sentSubjects[name] ?? []);
  return [...new Set(sent)].filter((subject) => !services.includes(subject.slice(subject.indexOf(".") + 1)));
}

const busRefused = new Gauge({
  name: "pathform_bus_refused",
  help: "1 for each subject of the bus that NATS refuses to this process's user",
  labelNames: ["subject"],
  registers: [registry],
});

export interface BusRightsOptions {
  /** services of this process */
  services: readonly string[];
  warn(message: string): void;
  /** Sends nothing to each subject. Returns whether NATS replied to what follows, after its refusals. */
  probe(subjects: readonly string[]): Promise<boolean>;
}

/** The rights of this process's NATS user, which an upgrade may have to extend. */
export class BusRights {
  readonly #options: BusRightsOptions;
  /** refused subjects, with the last check that found each */
  readonly #refused = new Map<string, number>();
  #checks = 0;
  /** The process has had all rights. Later refusals don't make it unready, because most requests still work. */
  #wereComplete = false;

  constructor(options: BusRightsOptions) {
    this.#options = options;
  }

  /** Notes a refusal. `subject` is without the namespace, such as `REQ.forms.node-1`. */
  refuse(subject: string): void {
    const name = subject.split(".").slice(0, 2).join(".");
    if (!this.#refused.has(name)) this.#options.warn(this.#refusalOf(name));
    this.#refused.set(name, this.#checks);
    busRefused.set({ subject: name }, 1);
  }

  /** Returns a right that has been missing since the start, so that an upgrade stops before the old copies do. */
  async waitsFor(): Promise<string | undefined> {
    if (!this.#wereComplete || this.#refused.size > 0) await this.#check();
    const [missing] = this.#refused.keys();
    return this.#wereComplete || missing === undefined ? undefined : this.#refusalOf(missing);
  }

  async #check(): Promise<void> {
    this.#checks += 1;
    if (!(await this.#options.probe(subjectsOf(this.#options.services)))) return;
    for (const [name, check] of this.#refused) {
      if (check === this.#checks) continue;
      this.#refused.delete(name);
      busRefused.remove({ subject: name });
    }
    this.#wereComplete ||= this.#refused.size === 0;
  }

  #refusalOf(name: string): string {
    return `NATS refused ${name} to ${this.#options.services.join("+")}: update nats.conf`;
  }
}
