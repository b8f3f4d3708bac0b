import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { type Side, takeSide } from "../model/merging/conflict.ts";
import { equal, keysAt, memberAt } from "../model/merging/members.ts";
import type { Conflict, Part, Sides } from "../model/merging/parts.ts";

/** Conflicts of a merge that wait for the owner's choice. */
export interface Asking {
  /** Returns the base of a later merge that asks them again: the service's draft, with what they ask as it was before. */
  baseFor(conflicts: readonly Conflict[]): Graph;
  /** Returns them after an edit: the owner's version is what the draft has now. */
  afterEdit(conflicts: readonly Conflict[], was: Graph, now: Graph): readonly Conflict[];
  /** Returns the drafts that one side's versions of all of them make. */
  sides(conflicts: readonly Conflict[], graph: Graph): Sides<Graph>;
}

export function askingOf({ base, theirs }: Sides<Graph>): Asking {
  return {
    baseFor: (conflicts) => {
      const parts = conflicts.flatMap((one) => one.parts.map((part) => ({ ...part, mine: versionIn(base, part) })));
      return parts.length > 0 ? takeSide(theirs, { parts }, "mine") : theirs;
    },
    afterEdit: (conflicts, was, now) => (was === now ? conflicts : conflicts.map((one) => edited(one, was, now))),
    sides: (conflicts, graph) => {
      const of = (side: Side) => conflicts.reduce((all, one) => takeSide(all, one, side), graph);
      return { base, mine: of("mine"), theirs: of("theirs") };
    },
  };
}

/** A conflict whose parts weren't edited stays the same object, and so stays chosen. */
function edited(conflict: Conflict, was: Graph, now: Graph): Conflict {
  const isEdited = (part: Part) => !equal(versionIn(was, part), versionIn(now, part));
  if (!conflict.parts.some(isEdited)) return conflict;
  const parts = conflict.parts.map((part) => (isEdited(part) ? { ...part, mine: versionIn(now, part) } : part));
  return { ...conflict, parts };
}

function versionIn(graph: Graph, { path, isOrder }: Part): unknown {
  if (!isOrder) return memberAt(graph, path);
  const [list, node] = path;
  if (list !== "edges" || node === undefined) return keysAt(graph, path);
  return graph.edges.flatMap((edge) => (edge.from === node && edge.id !== undefined ? [edge.id] : []));
}
