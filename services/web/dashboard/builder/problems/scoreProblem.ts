import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { calculationPartLimit, expressionDepthLimit, partLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/builder/problemTexts.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";

type Text = (found: string[], graph: Graph) => string;

/** Patterns of the API's messages about a calculation, with the owner's sentences. */
const texts: readonly (readonly [RegExp, Text])[] = [
  [/^key: /, () => words.scoreKeyTwice],
  [/^decimals: /, () => words.scoreDecimals],
  [/^bands\.(\d+)\.from: /, ([at]) => words.bandReversed(Number(at) + 1)],
  [/^bands\.(\d+)\.key: /, ([at]) => words.bandKeyTwice(Number(at) + 1)],
  [/^bands\.(\d+): overlaps the band `([^`]*)`/, ([at, key]) => words.bandsOverlap(Number(at) + 1, key ?? "")],
  [/: (?:is required|must be an array of at least one part)/, () => words.scoreEmpty],
  [/calculation `([^`]*)` must come before/, ([key = ""], graph) => words.scoreLater(scoreName(graph, key))],
  [/calculation `([^`]*)` not found/, ([key = ""]) => words.scoreGone(key)],
  [/^value: .* are too expensive/, () => words.scoreTooSlow],
  [/: all calculations together/, () => words.scoresTooLarge(calculationPartLimit)],
  [/: must have at most \d+ parts/, () => words.scoreTooLarge(partLimit)],
  [/: must nest at most/, () => words.scoreTooDeep(expressionDepthLimit)],
  [
    /: the answer of `([^`]*)` isn't (.*)$/,
    ([id = "", kind = ""], graph) => words.answerUnfit(nodeName(graph, id), kind),
  ],
];

/** Returns the text of a calculation's problem without its path, or null for those of conditions. */
export function scoreProblem(fault: string, graph: Graph): string | null {
  for (const [pattern, text] of texts) {
    const found = pattern.exec(fault);
    if (found) return text(found.slice(1), graph);
  }
  return null;
}

function nodeName(graph: Graph, id: string): string {
  const node = nodeIn(graph, id);
  return node ? nameOfNode(node) : id;
}

export const scoreName = ({ calculations = [] }: Graph, key: string): string =>
  calculations.find((one) => one.key === key)?.title || key;
