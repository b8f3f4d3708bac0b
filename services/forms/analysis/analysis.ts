import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { SimulationInput } from "../../../shared/domain/graph/simulate.ts";
import type { Problem } from "../../../shared/domain/graph/types.ts";
import type { JsonText } from "../../../shared/domain/json.ts";
import type { Diff } from "../../../shared/domain/shapes/diff.ts";
import type { Simulation } from "../../../shared/domain/shapes/simulation.ts";
import { invalid, overloaded } from "../../../shared/platform/errors.ts";
import type { Answer, Answers, NamedSnapshot, Question } from "./worker.ts";

/**
 * Limits of the analysis thread. Drafts are validated there so that no draft blocks this process or fills its memory.
 * The proof counts its work and gives up within a second (shared/domain/graph/proof). The timeout and memory limit here
 * catch the rest. Accounts take turns, one draft each. Graphs and large results cross as JSON, because copying their
 * values takes longer than the rest.
 */
export interface AnalysisLimits {
  /** ms */
  timeout: number;
  memoryMiB: number;
  /** Maximum waiting drafts per account. */
  waiting: number;
  /** ms without work until the thread ends. */
  idle: number;
}

const usualLimits: AnalysisLimits = { timeout: 10_000, memoryMiB: 256, waiting: 20, idle: 60_000 };

interface Job {
  question: Question;
  resolve(result: Answers[Question["kind"]]): void;
  reject(error: Error): void;
}

export class Analysis {
  private readonly limits: AnalysisLimits;
  /** Jobs by account, in the order of their turns. */
  private readonly waiting = new Map<string, Job[]>();
  /** Resolves when abandoned threads have ended. */
  private ending: Promise<unknown> = Promise.resolve();
  private worker: Worker | null = null;
  private current: Job | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<AnalysisLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
  }

  /** Returns the problems of a draft (decisions §4.4). Throws 503 if too many drafts of this account wait. */
  problemsOf(accountId: string, graph: string, previous: string | undefined): Promise<Problem[]> {
    return this.ask(accountId, { kind: "problems", graph, previous });
  }

  /**
   * Walks a graph with these answers (decisions §9.1). Throws 400 if an answer names no node or the explanation is too
   * large, 503 as above.
   */
  simulate(accountId: string, graph: string, input: SimulationInput): Promise<JsonText<Simulation>> {
    return this.ask(accountId, { kind: "simulation", graph, input });
  }

  /** Compares two graphs (decisions §9.1). Throws 400 if the changes are too large, 503 as above. */
  diff(accountId: string, from: NamedSnapshot, to: NamedSnapshot): Promise<JsonText<Diff>> {
    return this.ask(accountId, { kind: "diff", from, to });
  }

  /** Ends the thread and waits for abandoned ones. A new thread answers the jobs that wait. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    const { worker } = this;
    this.worker = null;
    await Promise.all([this.ending, worker?.terminate()]);
  }

  private ask<Q extends Question>(accountId: string, question: Q): Promise<Answers[Q["kind"]]> {
    const jobs = this.waiting.get(accountId) ?? [];
    if (jobs.length >= this.limits.waiting) throw overloaded();
    return new Promise((done, reject) => {
      // the thread returns the result type of the question
      const resolve = (result: Answers[Question["kind"]]) => done(result as Answers[Q["kind"]]);
      this.waiting.set(accountId, [...jobs, { question, resolve, reject }]);
      this.next();
    });
  }

  private next(): void {
    if (this.current) return;
    clearTimeout(this.timer);
    const [turn] = this.waiting;
    if (!turn) {
      this.timer = setTimeout(() => this.stop(), this.limits.idle).unref();
      return;
    }
    const [accountId, [job, ...others]] = turn;
    // the account's next draft waits behind all other accounts
    this.waiting.delete(accountId);
    if (others.length > 0) this.waiting.set(accountId, others);
    if (job) this.begin(job);
  }

  private begin(job: Job): void {
    this.current = job;
    const deadline = () => {
      this.timer = setTimeout(() => this.giveUp(), this.limits.timeout);
    };
    // on a busy machine a thread takes seconds to start, which doesn't count
    if (this.worker) deadline();
    else this.worker = this.start().once("online", () => this.current === job && deadline());
    this.worker.postMessage(job.question);
  }

  private start(): Worker {
    const worker = new Worker(join(import.meta.dirname, "worker.ts"), {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMiB, maxYoungGenerationSizeMb: 32 },
    });
    worker.on("message", (answer: Answer) => this.end((job) => settle(job, answer)));
    // it ran out of memory or crashed
    worker.on("error", () => this.lose(worker));
    worker.on("exit", () => this.lose(worker));
    worker.unref();
    return worker;
  }

  private lose(worker: Worker): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.end(abandon);
  }

  private giveUp(): void {
    const { worker } = this;
    this.worker = null;
    this.ending = Promise.all([this.ending, worker?.terminate()]);
    this.end(abandon);
  }

  private end(answer: (job: Job) => void): void {
    clearTimeout(this.timer);
    const job = this.current;
    this.current = null;
    if (job) answer(job);
    this.next();
  }
}

function settle(job: Job, answer: Answer): void {
  if ("result" in answer) job.resolve(answer.result);
  else job.reject("refusal" in answer ? invalid(answer.refusal) : new Error(answer.failure));
}

/** Settles a job that took too long or too much memory. */
function abandon({ question, resolve, reject }: Job): void {
  if (question.kind === "problems") resolve([tooHard]);
  else if (question.kind === "simulation")
    reject(invalid(["answers: the explanation takes too long; simulate with shorter answers"]));
  else reject(invalid(["to: the comparison takes too long; compare versions that are closer together"]));
}

/** Problem of a draft that was abandoned. */
const tooHard: Problem = {
  code: "not_exhaustive",
  severity: "error",
  message:
    "the conditions of this form take too long to check; " +
    "use fewer or simpler conditions, end with an edge without a condition, or choose a default end screen",
  example: null,
};
