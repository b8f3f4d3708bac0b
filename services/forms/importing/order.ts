import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import { calculationLimit } from "../../../shared/domain/limits.ts";
import { attempt, type Written } from "./expressions/guards.ts";
import type { Scope } from "./expressions/scope.ts";
import type { Term } from "./expressions/terms.ts";
import type { Item } from "./importedForm.ts";
import { fitted } from "./wording.ts";

/** A question of a page, before its conditions are converted. */
export interface Ordered {
  node: GraphNode;
  /** null if other nodes note the same conditions */
  item: Item | null;
  name: string;
  conditions: readonly Written[];
  /** Whether any part of it can read a question of this name. */
  reads(name: string): boolean;
}

/** questions that another one is moved behind */
const distanceLimit = 20;

/**
 * Moves questions behind those of their page that their conditions read. There, a question shows up once a later one is answered. A
 * question stays if one in between reads it, or if it would leave its heading.
 */
export function moveBehindRead(scope: Scope, questions: readonly Ordered[]): void {
  const { form } = scope;
  const byNode = new Map(questions.map((one) => [one.node, one]));
  const pages = new Map(form.pages.flatMap((page) => page.node_ids.map((id) => [id, page] as const)));
  const places = new Map(form.nodes.map((node, at) => [node, at]));
  const calculated = scope.definedNames;
  for (const question of questions) {
    const { node, item, name, conditions } = question;
    const page = pages.get(node.id);
    const from = places.get(node);
    if (!item || !page || from === undefined || name === "") continue;
    const read = conditions.flatMap((one) => nodesIn(one, scope)).filter((other) => pages.get(other.id) === page);
    const last = Math.max(...read.map((other) => places.get(other) ?? -1));
    if (last <= from || last - from > distanceLimit) continue;
    const passed = form.nodes.slice(from + 1, last + 1);
    if (!passed.every((one) => one !== undefined && canPass(byNode.get(one), name, calculated))) continue;
    form.nodes.splice(from, last - from + 1, ...passed, node);
    for (const [at, moved] of [...passed, node].entries()) places.set(moved, from + at);
    const ids = page.node_ids;
    ids.splice(ids.indexOf(node.id), 1);
    ids.splice(ids.indexOf(passed.at(-1)?.id ?? "") + 1, 0, node.id);
    const title = passed.at(-1)?.data.title ?? "";
    item.changed("moved", `It comes after “${fitted(title, 60)}”, because its condition reads that answer.`);
  }
}

/**
 * Headings aren't passed, since what follows belongs to them. A calculation can read the question that moves, so what reads one isn't
 * passed either.
 */
const canPass = (passed: Ordered | undefined, name: string, calculated: readonly string[]): boolean =>
  passed !== undefined &&
  passed.node.question_type !== "welcome_screen" &&
  calculated.length <= calculationLimit &&
  ![name, ...calculated].some((one) => passed.reads(one));

/** Returns the questions that a condition reads. */
function nodesIn({ parse }: Written, scope: Scope): GraphNode[] {
  const term = attempt(parse, () => {});
  return term ? namesIn(term).flatMap((name) => scope.nodeOf(name) ?? []) : [];
}

function namesIn(term: Term): string[] {
  if (term.kind === "name") return [term.name];
  if (term.kind === "list") return term.items.flatMap(namesIn);
  return term.kind === "call" ? term.args.flatMap(namesIn) : [];
}
