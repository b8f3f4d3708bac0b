import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph, Problem, ProblemCode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problemTexts.ts";
import { breakingText, changeText } from "../changes/changeText.ts";
import { answerText } from "../conditions/answerText.ts";
import { pageOf } from "../model/pages.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { conditionText } from "./conditionText.ts";
import { cycleThrough } from "./cycle.ts";
import type { ProblemContext } from "./problemContext.ts";
import { settingProblem } from "./settingProblem.ts";

/** Returns a problem's text with titles and labels. The API's message has ids. */
export const problemText = (problem: Problem, context: ProblemContext): string => texts[problem.code](problem, context);

type Text = (problem: Problem, context: ProblemContext) => string;
const always =
  (text: string): Text =>
  () =>
    text;

const texts: Record<ProblemCode, Text> = {
  entry_missing: always(words.entryMissing),
  duplicate_node_id: always(words.duplicateId),
  unknown_type: ({ node_id }, { graph }) => words.unknownType(nodeIn(graph, node_id ?? "")?.question_type ?? ""),
  bad_config: ({ node_id, message }, { graph, table }) => settingProblem(message, nodeIn(graph, node_id ?? ""), table),
  bad_calculation: conditionText,
  bad_condition: conditionText,
  title_missing: always(words.titleMissing),
  edge_dangling: ({ node_id }) => (node_id === undefined ? words.ruleFromNothing : words.ruleToNothing),
  end_has_edges: always(words.endHasRules),
  fallback_not_end: (_, { graph }) => {
    const node = nodeIn(graph, graph.fallback_end_node_id ?? "");
    return node ? words.fallbackNotEnd(nameOfNode(node)) : words.fallbackGone;
  },
  cycle: ({ node_id = "" }, { graph }) => words.cycle(cycleThrough(node_id, graph).map((id) => nameIn(graph, id))),
  node_unreachable: always(words.unreachable),
  dead_end: always(words.deadEnd),
  no_end_reachable: always(words.noEndReachable),
  condition_ref: conditionText,
  condition_type: conditionText,
  bad_page: badPage,
  page_entry: ({ edge_index }, { graph }) => {
    const edge = graph.edges[edge_index ?? -1];
    const page = pageOf(graph, edge ? edge.to : graph.entry_node_id);
    const first = nameIn(graph, page?.node_ids[0] ?? "");
    return edge ? words.pageEntry(nameIn(graph, edge.to), first) : words.pageStart(first);
  },
  not_exhaustive: notCovered,
  edge_shadowed: ({ message }) => (message.includes("has no condition") ? words.afterAlways : words.afterMatching),
  condition_unsatisfiable: ({ message }) => {
    const [, member] = /^data\.(show_if|valid_if|config)\b/.exec(message) ?? [];
    return words.neverTrue[(member ?? "edge") as keyof typeof words.neverTrue];
  },
  breaking_change: breakingChange,
  type_changed_since_version: breakingChange,
};

const pageFaults: readonly (readonly [RegExp, (id: string) => string])[] = [
  [/another page has the ID/, () => words.pageIdTwice],
  [/must have at least 1 item/, () => words.pageEmpty],
  [/`([^`]*)` is an end screen/, words.pageEnd],
  [/`([^`]*)` is already on a page/, words.pageTwice],
  [/node `([^`]*)` not found/, words.pageMissing],
];

function badPage({ message }: Problem, { graph }: ProblemContext): string {
  for (const [pattern, text] of pageFaults) {
    const found = pattern.exec(message);
    if (found) return text(nameIn(graph, found[1] ?? ""));
  }
  return message;
}

export const nameIn = (graph: Graph, id: string): string => {
  const node = nodeIn(graph, id);
  return node ? nameOfNode(node) : id;
};

/** Returns the example's answers that the question's rules read. */
function notCovered({ node_id = "", message, example }: Problem, { graph, table }: ProblemContext): string {
  if (message.includes("conditions first")) return words.notCheckable;
  if (!example) return words.maybeNotCovered;
  const read = JSON.stringify(graph.edges.filter(({ from }) => from === node_id).map(({ condition }) => condition));
  const isRead = (id: string) => id === node_id || read.includes(`"node_id":${JSON.stringify(id)}`);
  const { answers, hidden = {} } = example;
  const given = new Set([node_id, ...Object.keys(answers)]);
  const answered = [...given]
    .filter((id) => isRead(id) && nodeIn(graph, id) && table.factsOf(nodeIn(graph, id) as never).domain !== null)
    .map((id) => words.answerIs(nameIn(graph, id), answerText(id, answers[id], { graph, table })));
  const fields = Object.entries(hidden).filter(([key]) => read.includes(`"key":${JSON.stringify(key)}`));
  return words.notCovered([...answered, ...fields.map(([key, value]) => words.hiddenIs(key, value))]);
}

/** Returns the field that changed, with which the message begins, unless the node was removed. */
function breakingChange({ code, node_id, message }: Problem, { graph, previous, table }: ProblemContext): string {
  const compared = { older: previous ?? graph, newer: graph, table };
  const field = code === "breaking_change" ? message.slice(0, message.indexOf(": ")) : "question_type";
  const change = changesBetween(compared.older, graph).find((one) => {
    return (
      one.node_id === (node_id ?? null) && one.impact === "breaking" && (one.field === null || one.field === field)
    );
  });
  return change ? words.breaking(changeText(change, compared), breakingText(change, compared) ?? "") : message;
}

const known = new WeakMap<Graph, { older: Graph; changes: ReturnType<typeof diff> }>();

/** Caches changes: every problem needs them. */
function changesBetween(older: Graph, newer: Graph): ReturnType<typeof diff> {
  const before = known.get(newer);
  if (before?.older === older) return before.changes;
  const changes = diff({ graph: older }, { graph: newer });
  known.set(newer, { older, changes });
  return changes;
}
