import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Foreign } from "../model/history.ts";
import { withEdgeIds } from "../model/ids.ts";
import { foreignOf } from "../model/merging/foreign.ts";
import { equal } from "../model/merging/members.ts";
import type { Merge, Sides } from "../model/merging/parts.ts";
import { type Asking, askingOf } from "./asking.ts";
import { keptMerge, knownBase } from "./knownBase.ts";

/** The service's draft, merged into the edited one. */
export interface MergedRead {
  sides: Sides<Graph>;
  merged: Merge;
  /** the service's draft; the merged one if it is the same */
  theirs: Graph;
  foreign: Foreign;
  asking: Asking;
}

interface Edited {
  base: Graph;
  graph: Graph;
  unanswered: readonly Graph[];
}

/** Merges the service's draft: a lost save of this page, or changes made elsewhere. */
export function mergeRead({ base, graph, unanswered }: Edited, read: Graph): MergedRead {
  const theirs = withEdgeIds(read, base);
  const unsaved = { base, graph, sent: unanswered };
  const known = knownBase(unsaved, theirs);
  const merged = keptMerge(unsaved, theirs);
  const sides = { base: known, mine: graph, theirs };
  return {
    sides,
    merged,
    theirs: equal(merged.graph, theirs) ? merged.graph : theirs,
    foreign: foreignOf(known, theirs),
    asking: askingOf(known),
  };
}

export type MergeRead = typeof mergeRead;
