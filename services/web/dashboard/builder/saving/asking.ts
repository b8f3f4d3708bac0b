import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { type Side, takeSide, versionIn } from "../model/merging/conflict.ts";
import { equal } from "../model/merging/members.ts";
import type { Conflict, Part, Sides } from "../model/merging/parts.ts";

/** Conflicts of a merge that wait for the owner's choice. */
export interface Asking {
  /** Returns them after an edit: the owner's version is what the draft has now. */
  afterEdit(conflicts: readonly Conflict[], was: Graph, now: Graph): readonly Conflict[];
  /** Returns the drafts that one side's versions of all of them make. */
  sides(conflicts: readonly Conflict[], graph: Graph): Sides<Graph>;
}

export function askingOf(base: Graph): Asking {
  return {
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
