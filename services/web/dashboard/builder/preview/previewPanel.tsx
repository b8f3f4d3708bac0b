import { useCallback, useEffect, useRef, useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { PublicForm } from "../../../../../shared/domain/shapes/sessions.ts";
import { Button } from "../../../parts/button.tsx";
import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { useGraph } from "../editing/useEditor.ts";
import type { OpenedForm } from "../openForm.ts";
import type { Found } from "../problems/useProblems.ts";
import styles from "./preview.module.css";

interface Props {
  slug: string;
  opened: OpenedForm;
  found: Found;
  onClose(): void;
}

/** The respondent's own page in a frame: it is sent the draft, answers itself and reaches nobody. */
export function PreviewPanel({ slug, opened, found, onClose }: Props) {
  const graph = useGraph();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const isSound = found.graph === graph && found.problems.every(({ severity }) => severity !== "error");
  const hasErrors = found.graph === graph && !isSound;
  const send = useCallback(() => {
    const message = { pathform: 1, type: "preview", form: previewed(slug, opened, graph) };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [slug, opened, graph]);
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.type === "ready") setReady(true);
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, []);
  // each sound state of the draft begins anew, without a word from whoever edits it
  useEffect(() => {
    if (isReady && isSound) send();
  }, [isReady, isSound, send]);
  return (
    <section className={styles.panel} aria-label={words.title}>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        <div className={styles.actions}>
          <Button isDisabled={!isSound} onPress={send}>
            {words.again}
          </Button>
          <Button onPress={onClose}>{words.close}</Button>
        </div>
      </div>
      <p>{hasErrors ? words.hasErrors : words.about}</p>
      <iframe ref={frame} className={styles.frame} title={words.frame} src={`/f/${encodeURIComponent(slug)}?preview`} />
    </section>
  );
}

function previewed(slug: string, { title, form }: OpenedForm, graph: Graph): PublicForm {
  const { id, language, theme } = form;
  return {
    form: { id, slug, title, language },
    graph: graph as PublicForm["graph"],
    theme,
    version_number: 1,
    is_open: true,
    opens_at: null,
    closed_message: null,
  };
}
