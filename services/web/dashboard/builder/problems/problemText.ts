import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import { problemMessage } from "../../../../../shared/domain/graph/problem.ts";
import { keysOf } from "../../../../../shared/domain/graph/problemPath.ts";
import type { Graph, Problem, ProblemCode } from "../../../../../shared/domain/graph/types.ts";
import type { ReasonKind } from "../../../../../shared/domain/reason.ts";
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
  entry_missing: (_, { graph }) => (graph.nodes.length === 0 ? words.noQuestions : words.entryMissing),
  duplicate_node_id: always(words.duplicateId),
  unknown_type: ({ node_id }, { graph }) => words.unknownType(nodeIn(graph, node_id ?? "")?.question_type ?? ""),
  bad_config: (problem, { graph, table }) => settingProblem(problem, nodeIn(graph, problem.node_id ?? ""), table),
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
  hidden_reserved: ({ reason }) => words.hiddenReserved(reason.kind === "hidden_reserved" ? reason.key : ""),
  bad_translation: badTranslation,
  translation_missing: badTranslation,
  translation_unused: badTranslation,
  not_exhaustive: notCovered,
  edge_shadowed: ({ reason }) => (reason.kind === "shadowed_by" ? words.afterAlways : words.afterMatching),
  condition_unsatisfiable: ({ path }) => {
    const [list, , , member] = keysOf(path);
    return words.neverTrue[(list === "edges" ? "edge" : member) as keyof typeof words.neverTrue];
  },
  breaking_change: breakingChange,
  type_changed_since_version: breakingChange,
};

const pageTexts: Partial<Record<ReasonKind, (name: string) => string>> = {
  page_id_repeated: () => words.pageIdTwice,
  too_few_items: () => words.pageEmpty,
  page_has_end: words.pageEnd,
  page_node_repeated: words.pageTwice,
  node_unknown: words.pageMissing,
};

function badPage(problem: Problem, { graph }: ProblemContext): string {
  const { reason } = problem;
  const name = "node_id" in reason ? nameIn(graph, reason.node_id) : "";
  return pageTexts[reason.kind]?.(name) ?? problemMessage(problem);
}

function badTranslation(problem: Problem): string {
  const { reason } = problem;
  if (!("language" in reason)) return problemMessage(problem);
  const name = new Intl.DisplayNames("en", { type: "language" });
  return reason.kind === "language_invalid"
    ? words.languageInvalid(reason.language)
    : words.ofTranslations[reason.kind](
        name.of(reason.language) ?? reason.language,
        "count" in reason ? reason.count : 1,
      );
}

export const nameIn = (graph: Graph, id: string): string => {
  const node = nodeIn(graph, id);
  return node ? nameOfNode(node) : id;
};

/** Returns the example's answers that the question's rules read. */
function notCovered({ node_id = "", reason, example }: Problem, { graph, table }: ProblemContext): string {
  if (reason.kind === "answers_unchecked") return words.notCheckable;
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

function breakingChange(problem: Problem, { graph, previous, table }: ProblemContext): string {
  const { node_id, reason } = problem;
  const compared = { older: previous ?? graph, newer: graph, table };
  const field = reason.kind === "field_changed" ? reason.changed : "question_type";
  const change = changesBetween(compared.older, graph).find((one) => {
    return (
      one.node_id === (node_id ?? null) && one.impact === "breaking" && (one.field === null || one.field === field)
    );
  });
  return change
    ? words.breaking(changeText(change, compared), breakingText(change, compared) ?? "")
    : problemMessage(problem);
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
