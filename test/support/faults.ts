import { setTimeout as sleep } from "node:timers/promises";
import { expecting } from "./api.ts";
import { isError, isWhole, type Load, type Outcome } from "./load.ts";
import type { Stage } from "./stage.ts";
import { verify } from "./verify.ts";

/**
 * Faults of a running Pathform. `inject` causes one and `recover` restarts the part like a supervisor. Respondents see no error,
 * except those in `spares`, such as users connected to a gateway that dies.
 */
export interface Fault {
  name: string;
  /** slow respondents instead of many requests, so that sessions outlast the fault */
  pace?: { respondents: number; pauseMs: number; requests: number };
  inject(stage: Stage): Promise<unknown>;
  recover?(stage: Stage): Promise<unknown>;
  excuses?(outcome: Outcome, stage: Stage): boolean;
}

const killed = (name: string, part: string): Fault => ({
  name,
  inject: ({ product }) => product.kill(part),
  recover: ({ product }) => product.start(part),
});

let outageMs = 0;
export const ownersParts = ["forms", "auth", "analytics", "integrations"] as const;
/** In short runs, these services share a process. */
export const together = isWhole ? [] : [...ownersParts];
export const ownersProcesses = isWhole ? ownersParts : (["others"] as const);
const cutConnections = ["ECONNRESET", "ECONNREFUSED", "EPIPE", "socket hang up"];

export const faults: Fault[] = [
  killed("sessions copy, kill -9", "sessions-2"),
  {
    ...killed("gateway, kill -9", "gateway-2"),
    excuses: ({ url, result }, { product }) => url === product.urls.at(-1) && cutConnections.includes(String(result)),
  },
  {
    name: `${ownersParts.join(", ")}, kill -9 at once`,
    inject: ({ product }) => Promise.all(ownersProcesses.map((name) => product.kill(name))),
    recover: ({ product }) => Promise.all(ownersProcesses.map((name) => product.start(name))),
  },
  {
    name: "NATS, kill -9 and started",
    inject: ({ product }) => product.nats?.restart() ?? Promise.reject(new Error("no NATS")),
  },
  {
    name: "Redis, kill -9",
    async inject({ product, owner }) {
      await product.redis?.kill();
      // owners' requests are counted by key, which needs Redis
      for (let i = 0; i < 20; i += 1) await expecting(200, owner.get("/api/v2/form/"));
    },
    recover: async ({ product }) => product.redis?.restart(),
  },
  {
    name: "PostgreSQL, stopped immediately and started",
    async inject({ postgres }) {
      const stoppedAt = performance.now();
      await postgres.stopImmediately();
      await postgres.startAgain();
      outageMs = performance.now() - stoppedAt;
    },
    // requests have ten seconds, and on a slow machine PostgreSQL's start takes most of them
    excuses: ({ result }) => outageMs > 7_000 && result === 503,
  },
];

/** It mostly waits, so it has a separate product (test/bus/hang.test.ts). */
export const hang: Fault = {
  name: "sessions copy, SIGSTOP for 10 s",
  // its late writes must conflict with sessions that continue on other copies
  pace: { respondents: 40, pauseMs: 2_500, requests: 200 },
  async inject({ product }) {
    const pid = product.processes.get("sessions-2")?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    // the maximum duration of a request, longer than any call's timeout
    await sleep(10_000);
    process.kill(pid, "SIGCONT");
  },
};

/** Number of requests that succeed before, during and after the fault. */
const usualPace: NonNullable<Fault["pace"]> = isWhole
  ? { respondents: 12, pauseMs: 20, requests: 600 }
  : { respondents: 6, pauseMs: 200, requests: 40 };

export interface Suffered {
  load: Load;
  report: Report;
  /** acknowledged data that is missing or different */
  problems: string[];
  /** errors that the fault doesn't excuse */
  errors: Outcome[];
}

/** Runs the fault under load on a separate form. */
export async function run(
  stage: Stage,
  { name, inject, recover, excuses, pace = usualPace }: Fault,
): Promise<Suffered> {
  const slug = await stage.newForm();
  const load = stage.load(slug, pace.respondents, pace);
  await load.succeed(pace.requests);
  const struckAt = performance.now();
  await inject(stage);
  await load.succeed(pace.requests);
  await recover?.(stage);
  await stage.product.untilReady();
  await load.succeed(pace.requests);
  await load.finish();
  const { problems, completed } = await verify(load, { url: stage.product.url, slug, key: stage.owner.key });
  return {
    load,
    report: reportOf(name, load, struckAt),
    problems: completed > 0 ? problems : [...problems, "nobody completed a session"],
    errors: load.outcomes.filter((outcome) => isError(outcome) && !excuses?.(outcome, stage)),
  };
}

export interface Report {
  fault: string;
  requests: number;
  /** errors by kind */
  errors: Record<string, number>;
  slowestMs: number;
  /** seconds from the fault to the end of the last request that failed or took over a second */
  recoveryMs: number;
}

function reportOf(fault: string, { outcomes }: Load, struckAt: number): Report {
  const errors: Record<string, number> = {};
  for (const { result } of outcomes.filter(isError)) errors[result] = (errors[result] ?? 0) + 1;
  const troubled = outcomes.filter((outcome) => outcome.at > struckAt && (isError(outcome) || outcome.ms > 1_000));
  return {
    fault,
    requests: outcomes.length,
    errors,
    slowestMs: Math.round(Math.max(...outcomes.map(({ ms }) => ms))),
    recoveryMs: Math.round(Math.max(0, ...troubled.map(({ at }) => at - struckAt))),
  };
}

/** Returns the table at the end of a run. */
export function tableOf(reports: Report[]): string {
  const rows = reports.map(({ fault, requests, errors, slowestMs, recoveryMs }) => {
    const kinds = Object.entries(errors).map(([kind, count]) => `${kind} ×${count}`);
    return `| ${fault} | ${requests} | ${kinds.join(", ") || "0"} | ${slowestMs} | ${recoveryMs} |`;
  });
  const head = [
    "| fault | requests | errors seen by respondents | slowest, ms | time to recover, ms |",
    "|---|---|---|---|---|",
  ];
  return [...head, ...rows].join("\n");
}
