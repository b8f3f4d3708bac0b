import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { filterShared, mapShared, withMembers } from "../share.ts";
import { equal, isBelow, isMembers, keysAt, memberAt, type Path } from "./members.ts";
import type { Conflict, Part, Sides } from "./parts.ts";

/** Returns the ids of the pages that a question is on. */
function pagesOf({ pages = [] }: Graph): (question: string) => string[] {
  const found = new Map<string, string[]>();
  for (const { id, node_ids } of pages)
    for (const question of new Set(node_ids)) found.set(question, [...(found.get(question) ?? []), id]);
  return (question) => found.get(question) ?? [];
}

/**
 * Removes deleted questions from pages and leaves each question on one page, of several on one in `preferred`. Only questions that
 * were moved or deleted since `before`: what neither side touched stays as it is.
 */
export function withSoundPages(
  graph: Graph,
  before: Graph,
  preferred: ReadonlySet<string | undefined> = new Set(),
): Graph {
  const { pages = [] } = graph;
  const [was, now] = [pagesOf(before), pagesOf(graph)];
  const [had, has] = [before, graph].map(({ nodes }) => new Set(nodes.map(({ id }) => id))) as [Ids, Ids];
  const isTouched = (id: string) => !equal(was(id).toSorted(), now(id).toSorted()) || had.has(id) !== has.has(id);
  const pageOf = (id: string) => now(id).find((page) => preferred.has(page)) ?? now(id)[0];
  const fits = mapShared(pages, (page) =>
    withMembers(page, {
      node_ids: filterShared(page.node_ids, (id) => !isTouched(id) || (has.has(id) && pageOf(id) === page.id)),
    }),
  );
  const sound = filterShared(fits, (page, at) => page.node_ids.length > 0 || page === pages[at]);
  return withMembers(graph, { pages: sound.length === 0 && !graph.pages ? undefined : sound });
}

type Ids = Set<string>;

/**
 * Returns the conflicts with one choice between the pages of questions that the sides put on different ones, together with pages that
 * one side removed and the other changed.
 */
export function withPageConflict(conflicts: readonly Conflict[], sides: Sides<Graph>): Conflict[] {
  const { base, mine, theirs } = sides;
  const isPage = ({ path: [list, , ...rest] }: Part) => list === "pages" && rest.length === 0;
  const pages = conflicts.flatMap(({ parts }) => parts.filter((part) => isPage(part) && !part.isOrder));
  const questions = movedTwice(sides, new Set(pages.map(({ path: [, id = ""] }) => id)));
  const placed = [mine, theirs].map(pagesOf);
  const paths = [...questions].flatMap((id) =>
    [...new Set(placed.flatMap((pages) => pages(id)))].map((page): Path => {
      const whole: Path = ["pages", page];
      return isWith(questions, [base, mine, theirs], whole) ? whole : [...whole, "node_ids", id];
    }),
  );
  const isInside = (path: Path) => pages.some((page) => isBelow(path, page.path));
  const moves = new Map(paths.map((path) => [JSON.stringify(path), partAt(path, mine, theirs)])).values();
  const parts = [...pages, ...moves.filter((part) => !isInside(part.path) && !equal(part.mine, part.theirs))];
  const others = conflicts.filter((one) => !one.parts.some((part) => pages.includes(part)));
  return parts.length > 0 ? [...others, { parts }] : others;
}

/** Returns the questions whose page both sides changed, or that a side has on an asked page and the other elsewhere. */
function movedTwice({ base, mine, theirs }: Sides<Graph>, asked: Ids): Ids {
  const [was, ours, others] = [pagesOf(base), pagesOf(mine), pagesOf(theirs)];
  const isTwice = (id: string) => !equal(ours(id), was(id)) && !equal(others(id), was(id));
  const isAsked = (id: string) => [...ours(id), ...others(id)].some((page) => asked.has(page));
  const isMoved = (id: string) => !equal(ours(id), others(id)) && (isTwice(id) || isAsked(id));
  const there = new Set(theirs.nodes.map(({ id }) => id));
  return new Set(mine.nodes.flatMap(({ id }) => (there.has(id) && isMoved(id) ? id : [])));
}

/** Returns whether a page comes and goes with these questions: one side removed it, or added it only for them. */
function isWith(questions: Ids, [base, ...sides]: [Graph, Graph, Graph], path: Path): boolean {
  const found = sides.map((side) => memberAt(side, path)).filter(isMembers);
  const ids = found.flatMap(({ node_ids }) => node_ids as string[]);
  return found.length === 1 && (memberAt(base, path) !== undefined || ids.every((id) => questions.has(id)));
}

function partAt(path: Path, mine: Graph, theirs: Graph): Part {
  const member = { mine: memberAt(mine, path), theirs: memberAt(theirs, path) };
  return { path, ...member, order: keysAt(member.mine === undefined ? theirs : mine, path.slice(0, -1)) };
}
