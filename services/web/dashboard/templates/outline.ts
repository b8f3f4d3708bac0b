import type { TemplateDetail } from "../../../../shared/api/shapes/templates.ts";
import type { QuestionType } from "../../../../shared/domain/questions/question.ts";
import { titleText } from "../../ui/titleText.ts";

type Graph = TemplateDetail["graph"];
type Node = Graph["nodes"][number];

/** A question of a template, for its preview. */
export interface OutlineQuestion {
  id: string;
  type: string;
  /** as written, with its recalls */
  title: string;
  help: string;
  /** labels of a choice, a scale or a matrix */
  answers: string[];
  isOptional: boolean;
  /** only shown after some answers */
  isFollowUp: boolean;
}

export interface Outline {
  /** The questions in order, grouped by page. `title` is empty if they are asked one by one. */
  groups: { id: string; title: string; questions: OutlineQuestion[] }[];
  pageCount: number;
  scores: string[];
  isScored: boolean;
  ends: string[];
  minutes: number;
}

export function outlineOf(graph: Graph): Outline {
  const { nodes, pages = [], calculations = [] } = graph;
  const pageOf = new Map(pages.flatMap((page) => page.node_ids.map((id) => [id, page] as const)));
  const branches = branchesOf(graph);
  const groups: Outline["groups"] = [];
  for (const node of nodes.filter((one) => !isScreen(one))) {
    const page = pageOf.get(node.id);
    if (groups.at(-1)?.id !== (page?.id ?? "")) {
      groups.push({ id: page?.id ?? "", title: titleText(page?.title ?? ""), questions: [] });
    }
    groups.at(-1)?.questions.push(questionOf(node, branches));
  }
  const all = groups.flatMap(({ questions }) => questions);
  return {
    groups,
    pageCount: pages.length,
    scores: calculations.filter(({ bands = [] }) => bands.length > 0).map(({ key, title }) => title || key),
    isScored: nodes.some(({ data }) => "scoring" in (data.config ?? {})),
    ends: nodes.filter((node) => node.question_type === "end_screen").map(({ data }) => titleText(data.title ?? "")),
    minutes: Math.max(1, Math.ceil(all.reduce((sum, question) => sum + secondsOf(question), 0) / 60)),
  };
}

const isScreen = ({ question_type: type }: Node): boolean => type.endsWith("_screen");

/**
 * Returns the nodes that a walk may not reach: every edge to them has a condition, or leaves a node that also leads to another
 * question.
 */
function branchesOf({ nodes, edges }: Graph): ReadonlySet<string> {
  const questions = new Set(nodes.filter((node) => !isScreen(node)).map(({ id }) => id));
  const targets = Map.groupBy(
    edges.filter(({ to }) => questions.has(to)),
    ({ from }) => from,
  );
  const forks = new Set(
    [...targets].flatMap(([from, leaving]) => (new Set(leaving.map(({ to }) => to)).size > 1 ? [from] : [])),
  );
  const always = new Set(
    edges.filter(({ from, condition }) => condition === null && !forks.has(from)).map(({ to }) => to),
  );
  return new Set(edges.map(({ to }) => to).filter((to) => !always.has(to)));
}

function questionOf({ id, question_type: type, data }: Node, branches: ReadonlySet<string>): OutlineQuestion {
  return {
    id,
    type,
    title: data.title ?? "",
    help: titleText(data.description ?? ""),
    answers: answersOf(type, (data.config ?? {}) as Config),
    isOptional: data.is_required !== true,
    isFollowUp: (data.show_if ?? null) !== null || branches.has(id),
  };
}

interface Config {
  options?: { label?: string; value: string }[];
  rows?: { label: string }[];
  columns?: { label: string }[];
  labels?: { left?: string; center?: string; right?: string };
  min?: unknown;
  max?: unknown;
  yes_label?: string;
  no_label?: string;
}

function answersOf(type: string, { options = [], rows = [], labels = {}, min, max, ...config }: Config): string[] {
  if (type === "yes_no") return [config.yes_label ?? "Yes", config.no_label ?? "No"];
  if (type === "matrix") return rows.map(({ label }) => label);
  if (type === "opinion_scale" || type === "number_scale") {
    const range = `${min ?? 0}–${max ?? 10}`;
    return labels.left && labels.right ? [`${range}, ${labels.left} – ${labels.right}`] : [range];
  }
  return options.map(({ label, value }) => label || value);
}

/** Typical seconds to answer, without those that depend on the number of rows. */
const seconds: Partial<Record<QuestionType, number>> = {
  long_text: 45,
  file_upload: 45,
  records: 60,
  ranking: 20,
  checkbox: 12,
  yes_no: 6,
  star_rating: 6,
};

/** Half of the respondents are assumed to get a follow-up question or to answer an optional one. */
function secondsOf({ type, answers, isFollowUp, isOptional }: OutlineQuestion): number {
  const whole = type === "matrix" ? answers.length * 6 : (seconds[type as QuestionType] ?? 10);
  return whole * (isFollowUp || isOptional ? 0.5 : 1);
}
