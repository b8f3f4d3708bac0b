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
 * Drafts are proven in a thread of their own, so that no draft holds up what else this process serves, or fills its
 * memory. The proof counts its own work and gives up within a second (shared/domain/graph/proof); the deadline and the
 * limit of memory here are for what nobody thought of. One draft of an account is looked at at a time, and accounts take
 * turns. Graphs go there, and large answers come back, as JSON: copying their values takes longer than the rest.
 */
export interface AnalysisLimits {
  /** ms */
  timeout: number;
  memoryMiB: number;
  /** drafts of one account that wait */
  waiting: number;
  /** ms without work after which the thread ends */
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
  /** By account, in the order of their turns. */
  private readonly waiting = new Map<string, Job[]>();
  /** of threads that were given up */
  private ending: Promise<unknown> = Promise.resolve();
  private worker: Worker | null = null;
  private current: Job | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(limits: Partial<AnalysisLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
  }

  /** The problems of a draft (decisions §4.4). Throws 503 where too many drafts of this account wait. */
  problemsOf(accountId: string, graph: string, previous: string | undefined): Promise<Problem[]> {
    return this.ask(accountId, { kind: "problems", graph, previous });
  }

  /** A walk with these answers (decisions §9.1). Throws 400 for answers to nothing and where its reasons are too large, 503 as above. */
  simulate(accountId: string, graph: string, input: SimulationInput): Promise<JsonText<Simulation>> {
    return this.ask(accountId, { kind: "simulation", graph, input });
  }

  /** What changed (decisions §9.1). Throws 400 where the changes would be too large, 503 as above. */
  diff(accountId: string, from: NamedSnapshot, to: NamedSnapshot): Promise<JsonText<Diff>> {
    return this.ask(accountId, { kind: "diff", from, to });
  }

  /** Ends the thread, and waits for those that were given up; what waits is answered by a new one. */
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
      // the thread answers each question with what it asked for
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
    // the account's next draft waits behind those of all others
    this.waiting.delete(accountId);
    if (others.length > 0) this.waiting.set(accountId, others);
    if (job) this.begin(job);
  }

  private begin(job: Job): void {
    this.current = job;
    const deadline = () => {
      this.timer = setTimeout(() => this.giveUp(), this.limits.timeout);
    };
    // on a busy machine a thread takes seconds to start, which is not the draft's doing
    if (this.worker) deadline();
    else this.worker = this.start().once("online", () => this.current === job && deadline());
    this.worker.postMessage(job.question);
  }

  private start(): Worker {
    const worker = new Worker(join(import.meta.dirname, "worker.ts"), {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMiB, maxYoungGenerationSizeMb: 32 },
    });
    worker.on("message", (answer: Answer) => this.end((job) => settle(job, answer)));
    // out of memory, or it ended in another way
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

/** It took too long, or too much memory. */
function abandon({ question, resolve, reject }: Job): void {
  if (question.kind === "problems") resolve([tooHard]);
  else if (question.kind === "simulation")
    reject(invalid(["answers: this walk takes too long to explain; simulate with shorter answers"]));
  else reject(invalid(["to: comparing takes too long; compare versions that are closer together"]));
}

/** What is said of a draft that was given up as a whole. */
const tooHard: Problem = {
  code: "not_exhaustive",
  severity: "error",
  message:
    "the conditions of this form take too long to check; " +
    "use fewer or simpler ones, add last edges without a condition, or choose a default end screen",
  example: null,
};
