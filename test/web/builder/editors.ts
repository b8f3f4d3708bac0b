import { jest } from "@jest/globals";
import { openEditor } from "../../../services/web/dashboard/builder/editing/editor.ts";
import { withEdgeIds } from "../../../services/web/dashboard/builder/model/ids.ts";
import { type Side, takeSide } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import type { Conflict, Merge, Sides } from "../../../services/web/dashboard/builder/model/merging/parts.ts";
import { keptMerge, knownBase, type Unsaved } from "../../../services/web/dashboard/builder/saving/knownBase.ts";
import type { ReadAnswer, SaveAnswer } from "../../../services/web/dashboard/builder/saving/machine.ts";
import { mergeRead } from "../../../services/web/dashboard/builder/saving/mergeRead.ts";
import { openSaver } from "../../../services/web/dashboard/builder/saving/saver.ts";
import { conflictsTogether } from "../../../services/web/dashboard/builder/saving/together.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

/** People who edit one draft, each behind the others by a save and a read. With fake timers. */

/** ms of a request */
const latency = 300;
export const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
export const copied = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** `isLost`: whether the response of the next save is lost. */
export function openDraft(graph: Graph, isLost: () => boolean = () => false) {
  const draft = { graph, revision: 1 };
  const etag = () => `"${draft.revision}"`;
  const answer = <T>(act: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(act()), latency));
  return {
    draft,
    etag,
    save: (sent: Graph, ifMatch: string | null) =>
      answer((): SaveAnswer => {
        if (ifMatch !== etag()) return { kind: "changed_elsewhere" };
        Object.assign(draft, { graph: copied(sent), revision: draft.revision + 1 });
        return isLost() ? { kind: "unreachable" } : { kind: "saved", etag: etag() };
      }),
    read: () => answer((): ReadAnswer => ({ kind: "read", graph: copied(draft.graph), etag: etag(), by: null })),
  };
}

type Draft = ReturnType<typeof openDraft>;

const problemsOf = async (graph: Graph) => analyze(graph);
const check = (sides: Sides<Graph>, merged: Merge, shown?: Graph) =>
  conflictsTogether(sides, merged, problemsOf, shown);

/** Hears of the drafts before and after what a person did, or of both versions of a choice. Merges aren't told. */
type Heard = (before: Graph, after: Graph) => void;

/** Opens a page for a person who chooses this side of each conflict. */
function openPage(service: Draft, choice: Side, heard: Heard) {
  const page = { saves: 0, asked: 0, kept: null as Unsaved | null, isClosed: false };
  const opened = { graph: withEdgeIds(copied(service.draft.graph)), etag: service.etag() };
  const editor = openEditor(opened.graph);
  const graph = () => editor.state().history.graph;
  const keep = (kept: Unsaved | null) => {
    if (!page.isClosed) page.kept = kept && structuredClone(kept);
  };
  const saver = openSaver(opened, {
    service: {
      read: service.read,
      async save(sent, ifMatch) {
        if (page.isClosed) return { kind: "unreachable" };
        page.saves++;
        return service.save(sent, ifMatch);
      },
    },
    keeper: { keep, forget: () => keep(null) },
    adopt: (merged, foreign) => editor.takeIn(merged, foreign),
    loadMerge: async () => mergeRead,
    check,
  });
  editor.subscribe(() => saver.edited(graph()));
  const edit = (next: Graph) => {
    heard(graph(), next);
    editor.adopt(next, "edit");
  };
  const chosenOf = (conflicts: readonly Conflict[], draft: Graph) => {
    page.asked++;
    const of = (side: Side) => conflicts.reduce((all, one) => takeSide(all, one, side), draft);
    const next = of(choice);
    heard(of(choice === "mine" ? "theirs" : "mine"), next);
    return next;
  };
  let chosen: readonly Conflict[] = [];
  saver.subscribe(() => {
    const { phase, conflicts } = saver.state();
    if (phase !== "conflict" || conflicts === chosen || page.isClosed) return;
    chosen = conflicts;
    const next = chosenOf(conflicts, graph());
    saver.resolve(next);
    editor.adopt(next, "choose");
  });
  const restore = async (kept: Unsaved) => {
    const theirs = graph();
    const sides = { base: knownBase(kept, theirs), mine: kept.graph, theirs };
    let merged = keptMerge(kept, theirs);
    for (let shown: Graph | undefined; ; shown = merged.graph) {
      const next = merged.conflicts.length > 0 ? chosenOf(merged.conflicts, merged.graph) : merged.graph;
      merged = { graph: next, conflicts: await check(sides, { graph: next, conflicts: [] }, shown) };
      if (merged.conflicts.length === 0) break;
    }
    editor.adopt(merged.graph, "restore");
  };
  return { page, saver, editor, graph, edit, restore };
}

/** A person whose page can close and open again, with what it kept. */
export function openPerson(service: Draft, choice: Side, heard: Heard = () => undefined) {
  const opened = { page: openPage(service, choice, heard), asked: 0 };
  return {
    page: () => opened.page,
    asked: () => opened.asked + opened.page.page.asked,
    undo() {
      const { editor, graph } = opened.page;
      const before = graph();
      editor.undo();
      heard(before, graph());
    },
    async reload() {
      const { page } = opened.page;
      page.isClosed = true;
      // the last save arrives before the page is read again
      await pass(2 * latency);
      opened.asked += page.asked;
      opened.page = openPage(service, choice, heard);
      if (page.kept) await opened.page.restore(page.kept);
    },
  };
}
