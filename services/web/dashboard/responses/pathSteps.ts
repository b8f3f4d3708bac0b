import type { Answer, SessionDetail } from "../../../../shared/api/shapes/sessions.ts";
import { parseLine } from "../../../../shared/domain/graph/markup/parse.ts";
import { hasMarkup } from "../../../../shared/domain/graph/markup/texts.ts";
import { type Inline, withStrings } from "../../../../shared/domain/graph/markup/tree.ts";
import { asRead, withRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { type AnswerContent, answerContent, answerLine, questionOf } from "./answerContent.ts";

/** A step of a session's path. */
export interface Step {
  nodeId: string;
  /** with recalls filled in; null without a title or for an unknown node */
  title: string | null;
  /** the title with its emphasis and links, in forms with markup */
  heading?: Inline[];
  type: string | null;
  answer: Answer | null;
  content: AnswerContent | null;
  /** `stopped`: the respondent is there, or dropped off there */
  state: "answered" | "skipped" | "screen" | "end" | "stopped";
  /** since the answer before it, or since the start; null without an answer */
  seconds: number | null;
  /** ID of the next step */
  next: string | null;
}

/**
 * `graph`: of the session's version, with plain texts; null if not loaded, then steps only have IDs. `source`: as the version has
 * it, for headings.
 */
export function pathSteps(session: SessionDetail, graph: Graph | null, source: Graph | null = null): Step[] {
  const titles = new Map(source && hasMarkup(source) ? source.nodes.map(({ id, data }) => [id, data.title]) : []);
  const nodes = new Map(graph?.nodes.map((node) => [node.id, node]));
  const contents = contentsOf(session, nodes);
  const answers = new Map(session.answers.map((answer) => [answer.node_id, answer]));
  const recall = recallIn(session, graph, contents);
  const last = session.traversal_path.length - 1;
  const secondsBefore = timesBetween(session);
  return session.traversal_path.map((nodeId, index) => {
    const node = nodes.get(nodeId);
    const answer = answers.get(nodeId) ?? null;
    const next = session.traversal_path[index + 1] ?? null;
    return {
      nodeId,
      title: titleIn(node, recall),
      ...headingOf(titles.get(nodeId), recall),
      type: node?.question_type ?? answer?.question_type ?? null,
      answer,
      content: contents.get(nodeId) ?? null,
      state: answer ? "answered" : stateOf(questionOf(node), index === last, session.status),
      seconds: secondsBefore.get(nodeId) ?? null,
      next,
    };
  });
}

/** Returns the titles of nodes as the respondent of this session read them, or their IDs. */
export function titlesIn(session: SessionDetail, graph: Graph | null): (id: string) => string {
  const nodes = new Map(graph?.nodes.map((node) => [node.id, node]));
  const recall = recallIn(session, graph, contentsOf(session, nodes));
  return (id) => titleIn(nodes.get(id), recall) ?? id;
}

const titleIn = (node: GraphNode | undefined, recall: Recall): string | null =>
  (node && withRecalls(node, recall).data.title) || null;

const contentsOf = (
  session: SessionDetail,
  nodes: ReadonlyMap<string, GraphNode>,
): ReadonlyMap<string, AnswerContent> =>
  new Map(
    session.answers.map(({ node_id: id, answer, question_type: type }) => [
      id,
      answerContent(answer, type, questionOf(nodes.get(id))),
    ]),
  );

type Recall = (kind: string, name: string) => string;

/** Inserts what the session has for a recall. */
function recallIn(session: SessionDetail, graph: Graph | null, contents: ReadonlyMap<string, AnswerContent>): Recall {
  return (kind, name) => {
    if (kind === "hidden") return Object.hasOwn(session.hidden, name) ? (session.hidden[name] ?? "") : "";
    if (kind !== "answer") return calculated(session, graph, kind, name);
    const content = contents.get(name);
    return content ? answerLine(content) : "";
  };
}

/** Inserts answers as text. */
const headingOf = (title: string | undefined, recall: Recall): Pick<Step, "heading"> =>
  title ? { heading: withStrings(parseLine(title), (text) => asRead(text, title, recall)) } : {};

/** Returns the seconds before each answer, in the order of the answers. */
function timesBetween({ answers, started_at: started }: SessionDetail): ReadonlyMap<string, number> {
  let before = Date.parse(started);
  const inOrder = answers.toSorted((one, other) => Date.parse(one.answered_at) - Date.parse(other.answered_at));
  return new Map(
    inOrder.map(({ node_id: id, answered_at: answered }) => {
      const seconds = Math.max(0, Math.round((Date.parse(answered) - before) / 1000));
      before = Date.parse(answered);
      return [id, seconds];
    }),
  );
}

/** Returns true if an answer to the graph can earn points. */
export const isScored = ({ nodes }: Graph): boolean => nodes.some((node) => questionOf(node)?.is_scored);

/** Returns the session's named scores with their titles and bands, in the order of its version. Unknown ones are left out. */
export function scoresOf(session: SessionDetail, graph: Graph | null): { key: string; title: string; text: string }[] {
  return (graph?.calculations ?? []).flatMap(({ key, title }) => {
    const value = calculated(session, graph, "calculation", key);
    const band = calculated(session, graph, "band", key);
    return value === "" ? [] : [{ key, title: title || key, text: band ? `${value} · ${band}` : value }];
  });
}

/** Returns a calculation of the session, or the label of its band. */
function calculated(session: SessionDetail, graph: Graph | null, kind: string, key: string): string {
  const result = Object.hasOwn(session.calculations, key) ? session.calculations[key] : undefined;
  if (kind === "calculation") return String(result?.value ?? "");
  const bands = graph?.calculations?.find((one) => one.key === key)?.bands ?? [];
  const band = bands.find((one) => one.key === result?.band);
  return band?.label ?? band?.key ?? "";
}

function stateOf(question: ReturnType<typeof questionOf>, isLast: boolean, status: SessionDetail["status"]) {
  if (isLast) return question?.is_end || status === "completed" ? "end" : "stopped";
  return question?.is_screen ? "screen" : "skipped";
}
