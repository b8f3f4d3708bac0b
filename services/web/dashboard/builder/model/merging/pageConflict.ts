import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import { takeSide } from "./conflict.ts";
import { equal, isBelow, isMembers, keysAt, memberAt, type Path, sameMember } from "./members.ts";
import { pagesOf } from "./pages.ts";
import type { Conflict, Part, Sides } from "./parts.ts";

type Ids = ReadonlySet<string>;

/**
 * Returns the conflicts with one choice between the pages of questions that the sides put on different ones, together with pages that
 * one side removed and the other changed, or that lose their last question by the merge. `merged`: before the choice.
 */
export function withPageConflict(conflicts: readonly Conflict[], sides: Sides<Graph>, merged: Graph): Conflict[] {
  const isPage = ({ path: [list, , ...rest], isOrder }: Part) => list === "pages" && rest.length === 0 && !isOrder;
  const found = conflicts.flatMap(({ parts }) => parts.filter(isPage));
  const others = (parts: readonly Part[]) => {
    const isOther = ({ path }: Part) => !parts.some((part) => isBelow(path, part.path));
    return conflicts.flatMap((one) => {
      const left = one.parts.filter(isOther);
      return left.length === one.parts.length ? [one] : left.length > 0 ? [{ ...one, parts: left }] : [];
    });
  };
  const asked = new Set(found.map(({ path: [, id = ""] }) => id));
  for (;;) {
    const parts = pageParts(sides, asked);
    const more = emptied(merged, parts, sides).filter((id) => !asked.has(id));
    if (more.length === 0) return parts.length > 0 ? [...others(parts), { parts }] : [...conflicts];
    for (const id of more) asked.add(id);
  }
}

function pageParts(sides: Sides<Graph>, asked: Ids): Part[] {
  const { mine, theirs } = sides;
  const pages = [...asked].map((id): Path => ["pages", id]);
  const moves = movesOf(sides, asked).filter((path) => !pages.some((page) => isBelow(path, page)));
  return [...pages, ...moves]
    .map((path) => partAt(path, mine, theirs))
    .filter((part) => !equal(part.mine, part.theirs));
}

/** Returns pages that have no question left after a choice, though it puts some there, or a side changed the title or so. */
function emptied(merged: Graph, parts: readonly Part[], { base, mine, theirs }: Sides<Graph>): string[] {
  const pageIn = (graph: Graph, id: string) => graph.pages?.find((page) => page.id === id);
  const isFilled = (graph: Graph, id: string) => (pageIn(graph, id)?.node_ids.length ?? 0) > 0;
  const rest = (graph: Graph, id: string) => ({ ...pageIn(graph, id), node_ids: [] });
  const isChanged = (id: string) => [mine, theirs].some((side) => !sameMember(rest(side, id), rest(base, id)));
  const isWanted = (id: string) => isChanged(id) || parts.some(({ path }) => isBelow(path, ["pages", id]));
  const choices = (["mine", "theirs"] as const).map((side) => takeSide(merged, { parts }, side));
  return (base.pages ?? []).flatMap(({ id }) =>
    isFilled(mine, id) && isFilled(theirs, id) && choices.some((graph) => !isFilled(graph, id)) && isWanted(id)
      ? [id]
      : [],
  );
}

/** Returns where the sides put questions on different pages: whole pages that come and go with them, else their places. */
function movesOf(sides: Sides<Graph>, pages: Ids): Path[] {
  const { base, mine, theirs } = sides;
  const placed = [mine, theirs].map(pagesOf);
  const asked = new Set(pages);
  for (;;) {
    const questions = movedTwice(sides, asked);
    const places = [...questions].flatMap((id) =>
      [...new Set(placed.flatMap((of) => of(id)))].map((page) => ({ id, page })),
    );
    const isWhole = (page: string) => isWith(questions, [base, mine, theirs], ["pages", page]);
    const wholes = new Set(places.flatMap(({ page }) => (isWhole(page) ? page : [])));
    // questions of a whole page that are elsewhere on the other side go with it
    if ([...wholes].every((page) => asked.has(page))) {
      const paths = places.map(({ id, page }): Path => ["pages", page, ...(wholes.has(page) ? [] : ["node_ids", id])]);
      return [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
    }
    for (const page of wholes) asked.add(page);
  }
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
