import { join } from "node:path";
import type { ElsewhereQuery } from "../../../shared/api/shapes/elsewhere.ts";
import type { TranslationsQuery } from "../../../shared/api/shapes/translations.ts";
import type { FormFile } from "../../../shared/bus/contract/forms.ts";
import type { Diff } from "../../../shared/domain/graph/shapes/diff.ts";
import type { Simulation } from "../../../shared/domain/graph/shapes/simulation.ts";
import type { SimulationInput } from "../../../shared/domain/graph/simulate.ts";
import type { FormSettings } from "../../../shared/domain/graph/translations/problems.ts";
import type { Problem } from "../../../shared/domain/graph/types.ts";
import type { JsonText } from "../../../shared/domain/json.ts";
import { invalid, overloaded } from "../../../shared/platform/errors.ts";
import { type InTurn, openTurns } from "../../../shared/platform/turns.ts";
import { threadOf } from "../../../shared/platform/workers/thread.ts";
import { Exhausted, Worker, type WorkerLimits } from "../../../shared/platform/workers/worker.ts";
import type {
  Answers,
  DraftTexts,
  NamedSnapshot,
  Question,
  SimulatedLanguage,
  SourceTexts,
  TranslatedTexts,
} from "./worker.ts";

interface AnalysisLimits extends WorkerLimits {
  memoryMiB: number;
  /** Maximum waiting drafts per account. */
  waiting: number;
}

/** The gateway waits 10 s for a response, so a thread that gets half of a CPU is in time. */
const usualLimits: AnalysisLimits = { cpuMs: 5_000, wallMs: 60_000, memoryMiB: 256, waiting: 20 };

type Result = Answers[Question["kind"]];

/**
 * Validates drafts in a thread. The proof counts its work and gives up within a second (shared/domain/graph/proof). Graphs and
 * large results cross as JSON, because copying their values takes longer than the rest.
 */
export class Analysis {
  private readonly thread: Worker<Question, Result>;
  private readonly inTurn: InTurn;

  constructor(limits: Partial<AnalysisLimits> = {}) {
    const { memoryMiB, waiting, ...ofTask } = { ...usualLimits, ...limits };
    this.thread = new Worker(threadOf(join(import.meta.dirname, "worker.ts"), memoryMiB), ofTask);
    this.inTurn = openTurns({ perAccount: 1, total: 1, waiting });
  }

  /** Starts the thread and waits until it has loaded its modules. */
  start(): Promise<void> {
    return this.thread.start();
  }

  /** Returns the problems of a draft (decisions §4.4). Throws 503 if too many drafts of this account wait. */
  problemsOf(
    accountId: string,
    graph: string,
    previous: string | undefined,
    settings: FormSettings = {},
  ): Promise<Problem[]> {
    return this.ask(accountId, { kind: "problems", graph, previous, settings });
  }

  /**
   * Walks a graph with these answers (decisions §9.1), in a language of its translations. Throws 400 if an answer names no node or the explanation is too
   * large, 503 as above.
   */
  simulate(
    accountId: string,
    graph: string,
    input: SimulationInput,
    languages: SimulatedLanguage | null = null,
  ): Promise<JsonText<Simulation>> {
    return this.ask(accountId, { kind: "simulation", graph, input, languages });
  }

  /** Compares two graphs (decisions §9.1). Throws 400 if the changes are too large, 503 as above. */
  diff(accountId: string, from: NamedSnapshot, to: NamedSnapshot): Promise<JsonText<Diff>> {
    return this.ask(accountId, { kind: "diff", from, to });
  }

  /** Returns a form as a file of another tool. Throws 400 if that takes too long, 503 as above. */
  elsewhere(accountId: string, source: SourceTexts, query: ElsewhereQuery): Promise<FormFile> {
    return this.ask(accountId, { kind: "elsewhere", source, query });
  }

  /** Returns a draft's translations as a file, or their state as JSON. Throws 503 as above. */
  translationsOf(accountId: string, draft: DraftTexts, query: TranslationsQuery): Promise<string> {
    return this.ask(accountId, { kind: "translations", draft, query });
  }

  /** Returns a draft with the translations of a file. Throws 400 if it can't be read, 503 as above. */
  translated(
    accountId: string,
    draft: DraftTexts,
    file: { type: "csv" | "xliff"; text: string },
    at: string,
  ): Promise<TranslatedTexts> {
    return this.ask(accountId, { kind: "translated", draft, file, at });
  }

  /** Ends the thread and waits for abandoned ones. A new thread answers the questions that wait. */
  stop(): Promise<void> {
    return this.thread.stop();
  }

  private async ask<Q extends Question>(accountId: string, question: Q): Promise<Answers[Q["kind"]]> {
    const answer = this.inTurn(accountId, () => this.thread.ask(question));
    // the thread returns the result type of the question
    return answer.catch((error) => abandoned(question, error)) as Promise<Answers[Q["kind"]]>;
  }
}

/** Settles a question that took too long or too much memory. Throws all other errors. */
function abandoned({ kind }: Question, error: unknown): Result {
  if (!(error instanceof Exhausted)) throw error;
  if (kind === "problems") return [tooHard];
  if (kind === "simulation") throw invalid(["answers: the explanation takes too long; simulate with shorter answers"]);
  if (kind === "translated") throw invalid(["file: takes too long to read; send fewer languages at a time"]);
  if (kind === "translations") throw overloaded();
  if (kind === "elsewhere") throw invalid(["format: the form takes too long to convert; split it into several forms"]);
  throw invalid(["to: the comparison takes too long; compare versions that are closer together"]);
}

/** Problem of a draft that was abandoned. */
const tooHard: Problem = {
  code: "not_exhaustive",
  severity: "error",
  path: null,
  reason: { kind: "answers_too_slow" },
  example: null,
};
