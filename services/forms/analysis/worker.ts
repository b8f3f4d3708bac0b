import { parentPort } from "node:worker_threads";
import type { ElsewhereQuery } from "../../../shared/api/shapes/elsewhere.ts";
import type { TranslationsQuery } from "../../../shared/api/shapes/translations.ts";
import type { FormFile } from "../../../shared/bus/contract/forms.ts";
import { formats } from "../../../shared/domain/formats.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { diff, isBreaking } from "../../../shared/domain/graph/diff/diff.ts";
import type { Diff } from "../../../shared/domain/graph/shapes/diff.ts";
import type { Simulation } from "../../../shared/domain/graph/shapes/simulation.ts";
import {
  ExplanationTooLarge,
  inputProblems,
  type SimulationInput,
  simulate,
} from "../../../shared/domain/graph/simulate.ts";
import type { FormSettings } from "../../../shared/domain/graph/translations/problems.ts";
import {
  languagesOf,
  localized,
  offeredIn,
  sameLanguage,
  translatedLanguages,
} from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, Problem } from "../../../shared/domain/graph/types.ts";
import type { Spoken } from "../../../shared/domain/graph/written.ts";
import type { JsonText } from "../../../shared/domain/json.ts";
import { loadWords } from "../../../shared/languages/pages.ts";
import { answerTo, ready } from "../../../shared/platform/workers/messages.ts";
import type { TranslatedDraft } from "../translations/files.ts";
import { Refusal as FileRefusal } from "../translations/refusal.ts";
import type { StoredTexts } from "../translations/storedTexts.ts";

/** Thread that validates, simulates and compares graphs one at a time (analysis.ts). */
export type Question =
  | { kind: "problems"; graph: string; previous: string | undefined; settings: FormSettings }
  | { kind: "translations"; draft: DraftTexts; query: TranslationsQuery }
  | { kind: "translated"; draft: DraftTexts; file: { type: "csv" | "xliff"; text: string }; at: string }
  | { kind: "simulation"; graph: string; input: SimulationInput; languages: SimulatedLanguage | null }
  | { kind: "elsewhere"; source: SourceTexts; query: ElsewhereQuery }
  | { kind: "diff"; from: NamedSnapshot; to: NamedSnapshot };

/** A draft or version to take elsewhere. Its graph is JSON. `more` has settings, theme and emails for Pathform's own format. */
export interface SourceTexts {
  title: string;
  language: string;
  graph: string;
  more: object | null;
}

/** Language of a simulation, and the form's own. */
export interface SimulatedLanguage {
  asked: string;
  own: string;
}

/** A draft with its translations. The graph and the originals of each language are JSON. */
export interface DraftTexts extends Omit<TranslatedDraft, "graph" | "originals"> {
  graph: string;
  originals: Readonly<Record<string, string>>;
}

/** Translations after a file, and their originals by language, as JSON. */
export interface TranslatedTexts {
  translations: StoredTexts[];
  originals: Record<string, string>;
}

/** One side of a comparison. The graph is JSON. */
export interface NamedSnapshot {
  name: number | "draft";
  title: string;
  graph: string;
}

export interface Answers {
  problems: Problem[];
  translations: string;
  translated: TranslatedTexts;
  simulation: JsonText<Simulation>;
  elsewhere: FormFile;
  diff: JsonText<Diff>;
}

parentPort?.on("message", async (question: Question) =>
  parentPort?.postMessage(await answerTo(() => resultOf(question), refusalOf)),
);
parentPort?.postMessage(ready);

function refusalOf(error: unknown): string[] | null {
  if (error instanceof Refusal || error instanceof FileRefusal) return error.errors;
  return error instanceof ExplanationTooLarge ? [error.message] : null;
}

/** Few threads read or write files, and each starts faster without what that takes. */
const files = () => import("../translations/files.ts");

async function resultOf(question: Question): Promise<Answers[Question["kind"]]> {
  if (question.kind === "problems") {
    const { graph, previous, settings } = question;
    return analyze(graphOf(graph), previous === undefined ? undefined : graphOf(previous), settings);
  }
  if (question.kind === "translations") {
    const { draft, query } = question;
    const { fileOf } = await files();
    return fileOf(parsed(draft), query);
  }
  if (question.kind === "translated") return translated(question);
  if (question.kind === "simulation") {
    const { languages, input } = question;
    const graph = inLanguage(graphOf(question.graph), languages);
    return simulation(graph, { ...input, spoken: languages && (await spokenIn(languages.asked)) });
  }
  if (question.kind === "elsewhere") {
    const { source, query } = question;
    const { fileIn } = await import("../exporting/export.ts");
    return fileIn(query, { ...source, graph: graphOf(source.graph) });
  }
  return boundedDiff(question.from, question.to);
}

async function translated({ draft, file, at }: Extract<Question, { kind: "translated" }>): Promise<TranslatedTexts> {
  const { withFile } = await files();
  const changed = await withFile(parsed(draft), file, at);
  const languages = Object.entries(changed.translations);
  return {
    translations: languages.map(([language, texts]) => ({ language, texts: JSON.stringify(texts) })),
    originals: Object.fromEntries(
      Object.entries(changed.originals).map(([language, originals]) => [language, JSON.stringify(originals)]),
    ),
  };
}

const parsed = (draft: DraftTexts): TranslatedDraft => ({
  ...draft,
  graph: graphOf(draft.graph),
  originals: Object.fromEntries(
    Object.entries(draft.originals).map(([language, originals]) => [language, JSON.parse(originals)]),
  ),
});

const graphOf = (json: string): Graph => JSON.parse(json);

class Refusal extends Error {
  readonly errors: string[];

  constructor(errors: string[]) {
    super();
    this.errors = errors;
  }
}

/** Throws a refusal for a language that the graph lacks. */
function inLanguage(graph: Graph, languages: SimulatedLanguage | null): Graph {
  if (languages === null || sameLanguage(languages.asked, languages.own)) return graph;
  const found = languagesOf(graph).find(([tag]) => sameLanguage(tag, languages.asked));
  if (found) return localized(graph, found[1]).graph;
  const offered = offeredIn(translatedLanguages(graph), languages.own);
  throw new Refusal([`language: must be one of ${offered.join(", ")}`]);
}

/** A draft's tags can be invalid. English stands in for them. */
async function spokenIn(tag: string): Promise<Spoken> {
  return { language: formats.language?.test(tag) ? tag : "en", words: await loadWords(tag) };
}

function simulation(graph: Graph, input: SimulationInput): JsonText<Simulation> {
  const problems = inputProblems(graph, input);
  if (problems.length > 0) throw new Refusal(problems.slice(0, errorLimit));
  return JSON.stringify(simulate(graph, input));
}

/** Maximum errors in a response. */
const errorLimit = 100;
/** Maximum bytes of JSON for the changes of a comparison. */
const diffLimit = 4 * 1024 * 1024;

function boundedDiff(from: NamedSnapshot, to: NamedSnapshot): JsonText<Diff> {
  const [before, after] = [from, to].map(({ title, graph }) => ({ title, graph: graphOf(graph) })) as [Ends, Ends];
  const changes = diff(before, after);
  const text = JSON.stringify({ from: from.name, to: to.name, is_breaking: isBreaking(changes), changes });
  if (Buffer.byteLength(text) > diffLimit)
    throw new Refusal(["to: the changes are larger than 4 MiB; compare versions that are closer together"]);
  return text;
}

type Ends = Parameters<typeof diff>[0];
