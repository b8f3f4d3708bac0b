import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import { tell } from "../../../ui/toasts.tsx";
import { api } from "../../api/service.ts";
import { type Editor, openEditor } from "../editing/editor.ts";
import { draftServiceOf } from "./draftService.ts";
import { openKeeper, type StoringKeeper } from "./kept.ts";
import { isUnsaved } from "./machine.ts";
import { type LoadMerging, openOthers } from "./others.ts";
import { openSaver, type Saver } from "./saver.ts";

/**
 * The editing session of a form. It outlives the builder's page until everything is saved: owners who return earlier find their
 * edits and undo steps.
 */
export interface Session {
  editor: Editor;
  saver: Saver;
  keeper: StoringKeeper;
  /** Reads the draft after a change that this page asked for, and says `told` if it brings something. Undo removes that. */
  refresh(told: string): void;
  /** Reads the draft if the service has another one than was last saved or read here. */
  follow(etag: string | null): void;
  /** Marks the session as shown under this slug. Returns a function that ends it. */
  show(slug: string): () => void;
}

/** Shown or unsaved sessions by form id, since slugs can change. */
const sessions = new Map<string, Session>();

/** Returns the unsaved session of a form, or null. */
export const unsavedSession = (formId: string): Session | null => sessions.get(formId) ?? null;

/** Opens a session with a form's id, its draft and the draft's ETag. `load`: loads what merges. */
export function openSession(formId: string, graph: Graph, etag: string | null, load: LoadMerging): Session {
  const editor = openEditor(graph);
  const keeper = openKeeper(formId);
  const address = { slug: "" };
  let shown = 0;
  /** says what this page asked for */
  let asked: string | null = null;
  const tellOthers = openTelling();
  const others = openOthers(editor, load);
  const saver = openSaver(
    { graph, etag },
    {
      service: others.recording(draftServiceOf(api, address)),
      keeper,
      loadMerge: () => load().then(({ mergeRead }) => mergeRead, nothing),
      check: others.check,
      adopt(merged, foreign, by) {
        editor.takeIn(merged, foreign);
        const name = by?.name ?? null;
        if (asked === null)
          void others.tellReplaced(foreign, merged, name).then((isTold) => isTold || tellOthers(name));
        else tell(asked, { label: undo, onPress: () => editor.leaveOut(foreign, steps.leaveOut) });
        asked = null;
      },
    },
  );
  const endIfDone = () => {
    if (shown > 0 || isUnsaved(saver.state())) return;
    sessions.delete(formId);
    page.leave();
  };
  const hurry = () => {
    saver.hurry();
    // after the save has started: the record says what was sent
    keeper.flush();
  };
  const warn = (event: BeforeUnloadEvent) => {
    keeper.flush();
    if (isUnsaved(saver.state())) event.preventDefault();
  };
  const page = openPage(hurry, warn);
  editor.subscribe(() => saver.edited(editor.state().history.graph));
  saver.subscribe(endIfDone);
  const session: Session = {
    editor,
    saver,
    keeper,
    refresh(text) {
      asked = text;
      saver.refresh();
    },
    follow(theirs) {
      const { phase, etag: ours } = saver.state();
      if (phase === "saved" && theirs !== null && theirs !== ours) saver.refresh();
    },
    show(slug) {
      const isMoved = address.slug !== "" && address.slug !== slug;
      address.slug = slug;
      shown += 1;
      sessions.set(formId, session);
      page.listen();
      if (isMoved) saver.hurry();
      return () => {
        shown -= 1;
        // unsaved changes are sent, and kept here if they don't arrive
        hurry();
        endIfDone();
      };
    },
  };
  return session;
}

/** Hears of the network and of the page's end. */
function openPage(hurry: () => void, warn: (event: BeforeUnloadEvent) => void) {
  const onWindow = { online: hurry, focus: hurry, pagehide: hurry, beforeunload: warn };
  const names = Object.keys(onWindow) as (keyof typeof onWindow)[];
  return {
    listen() {
      for (const name of names) addEventListener(name, onWindow[name] as EventListener);
      document.addEventListener("visibilitychange", hurry);
    },
    leave() {
      for (const name of names) removeEventListener(name, onWindow[name] as EventListener);
      document.removeEventListener("visibilitychange", hurry);
    },
  };
}

const nothing = () => null;

/** ms. An author who edits at the same time saves every few seconds. */
const silentMs = 60_000;

/** Says whose changes came in, each person's once in a while. */
function openTelling(): (name: string | null) => void {
  const told = new Map<string | null, number>();
  return (name) => {
    const isNew = Date.now() - (told.get(name) ?? 0) > silentMs;
    told.set(name, Date.now());
    if (isNew) tell(words.merged(name));
  };
}
