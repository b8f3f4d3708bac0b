import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Foreign } from "../model/history.ts";
import { changesOf, type MemberChange } from "../model/merging/changes.ts";
import { equal, isBelow, isPlace, keysAt, memberAt, type Path } from "../model/merging/members.ts";
import { renamedPath, renamesOf, withRenames } from "../model/merging/renames.ts";

/** Members that this page saved, to tell its owner once when someone else replaces one. */
export interface Written {
  saved(base: Graph, graph: Graph): void;
  /** Returns what a merged graph took over that replaces something written here. */
  replacedBy(foreign: Foreign, merged: Graph): MemberChange[];
}

export function openWritten(): Written {
  const written = new Map<string, Path>();
  const told = new Set<string>();
  const isWritten = (path: Path) => written.values().some((one) => isBelow(path, one) || isBelow(one, path));
  return {
    saved(base, graph) {
      for (const { path } of changesOf(base, graph)) {
        written.set(keyOf(path), path);
        told.delete(keyOf(path));
      }
    },
    replacedBy({ base, theirs }, merged) {
      const renames = renamesOf(base, theirs);
      for (const path of [...written.values()])
        written.set(keyOf(renamedPath(path, renames)), renamedPath(path, renames));
      const replaced = changesOf(withRenames(base, renames), theirs).filter(
        ({ path, was, now, isOrder }) =>
          // a list's order, and what was removed here, only if exactly that was written
          ((!isOrder && was !== undefined) || written.has(keyOf(path))) &&
          !isPlace(path) &&
          !told.has(keyOf(path)) &&
          isWritten(path) &&
          equal(isOrder ? keysAt(merged, path) : memberAt(merged, path), now),
      );
      for (const { path } of replaced) told.add(keyOf(path));
      return replaced;
    },
  };
}

const keyOf = (path: Path): string => JSON.stringify(path);
