import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../api/service.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { merged } from "../../../strings/en/dashboard/builder/saving.ts";
import type { Editor } from "../editing/editor.ts";
import { draftServiceOf } from "./draftService.ts";
import { openKeeper } from "./kept.ts";
import { isUnsaved, type Saving } from "./machine.ts";
import { openSaver, type Saver } from "./saver.ts";

interface Opened {
  slug: string;
  editor: Editor;
  etag: string | null;
  announce(text: string): void;
}

/** Saves what the editor has, for as long as the page is open. */
export function useSaver({ slug, editor, etag, announce }: Opened): [Saver, Saving] {
  const [saver] = useState(() =>
    openSaver(
      { graph: editor.state().history.graph, etag },
      {
        service: draftServiceOf(api, slug),
        keeper: openKeeper(slug),
        adopt(graph) {
          editor.adopt(graph, steps.merged);
          announce(merged);
        },
      },
    ),
  );
  useEffect(() => {
    const leave = editor.subscribe(() => saver.edited(editor.state().history.graph));
    saver.edited(editor.state().history.graph);
    const hurry = () => saver.hurry();
    const warn = (event: BeforeUnloadEvent) => isUnsaved(saver.state()) && event.preventDefault();
    addEventListener("online", hurry);
    addEventListener("focus", hurry);
    addEventListener("beforeunload", warn);
    document.addEventListener("visibilitychange", hurry);
    return () => {
      leave();
      removeEventListener("online", hurry);
      removeEventListener("focus", hurry);
      removeEventListener("beforeunload", warn);
      document.removeEventListener("visibilitychange", hurry);
      // what is unsaved goes out; where it does not arrive, it is kept here
      hurry();
    };
  }, [editor, saver]);
  return [saver, useSyncExternalStore(saver.subscribe, saver.state)];
}
