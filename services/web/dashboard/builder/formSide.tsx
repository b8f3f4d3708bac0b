import { lazy, type RefObject, Suspense, useCallback } from "react";
import { loading } from "../../strings/en/dashboard/builder/canvas.ts";
import { Part } from "../../ui/part.tsx";
import type { TidyUp } from "./editBar.tsx";
import { loadView } from "./views.ts";
import type { Work } from "./work.ts";
import styles from "./workspace.module.css";

const Canvas = lazy(loadView.canvas);
const ListView = lazy(loadView.list);

interface Props {
  work: Work;
  inspector: RefObject<HTMLElement | null>;
  onTidyUp(tidyUp: TidyUp | null): void;
}

/** The side with the form itself, as a list or on the canvas. */
export function FormSide({ work, inspector, onTidyUp }: Props) {
  const { slug, title, told, view, show } = work;
  const onPage = useCallback((id: string) => show({ kind: "page", id }), [show]);
  const onInspect = useCallback(() => show({ kind: "question", place: null }), [show]);
  const onSettings = useCallback(() => show({ kind: "form" }), [show]);
  const onAdd = useCallback(() => show({ kind: "panel", panel: "go" }), [show]);
  return (
    <Part key={view}>
      <Suspense fallback={<p className={styles.coming}>{loading}</p>}>
        {view === "list" ? (
          <ListView slug={slug} title={title} found={told} onAdd={onAdd} onSettings={onSettings} onPage={onPage} />
        ) : (
          <Canvas
            problems={told.problems}
            inspector={inspector}
            onInspect={onInspect}
            onTidyUp={onTidyUp}
            onPage={onPage}
          />
        )}
      </Suspense>
    </Part>
  );
}
