import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Editor } from "../editing/editor.ts";
import type { Foreign } from "../model/history.ts";
import type { Conflict, Merge, Sides } from "../model/merging/parts.ts";
import type { DraftService } from "./saver.ts";
import type { Written } from "./written.ts";

type Merging = typeof import("./merging.ts");
export type LoadMerging = () => Promise<Merging>;

/** A session's part in other people's changes. */
export interface Others {
  /** Returns the service, whose saves tell what was written here. */
  recording(service: DraftService): DraftService;
  /** Finds problems of a merge. */
  check(sides: Sides<Graph>, merged: Merge, shown?: Graph): Promise<readonly Conflict[]>;
  /** Names what a merge replaced of what was written here, and returns whether there is something. */
  tellReplaced(foreign: Foreign, merged: Graph, by: string | null): Promise<boolean>;
}

export function openOthers(editor: Editor, load: LoadMerging): Others {
  let written: Written | null = null;
  const whenLoaded = <T>(otherwise: T, act: (merging: Merging, written: Written) => T) =>
    load().then(
      (merging) => {
        written ??= merging.openWritten();
        return act(merging, written);
      },
      () => otherwise,
    );
  return {
    recording: (service) => ({
      ...service,
      async save(graph, etag, base) {
        const answer = await service.save(graph, etag, base);
        if (answer.kind === "saved") void whenLoaded(undefined, (_, known) => known.saved(base, graph));
        return answer;
      },
    }),
    check: (sides, merged, shown) => load().then(({ checkMerge }) => checkMerge(sides, merged, shown)),
    tellReplaced: (foreign, merged, by) =>
      whenLoaded(false, ({ tellReplaced }, known) => {
        const replaced = known.replacedBy(foreign, merged);
        if (replaced.length > 0) tellReplaced(editor, replaced, foreign, by);
        return replaced.length > 0;
      }),
  };
}
