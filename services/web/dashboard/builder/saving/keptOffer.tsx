import { useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import { useEditor } from "../editing/useEditor.ts";
import { merge } from "../model/merge.ts";
import { forget, type Kept } from "./kept.ts";
import styles from "./saving.module.css";

/** After a crash: what was never saved, merged with what the service has since; where both changed, the kept stands. */
export function KeptOffer({ kept, base }: { kept: Kept | null; base: Graph }) {
  const editor = useEditor();
  const [isOpen, setOpen] = useState(kept !== null);
  if (!kept || !isOpen) return null;
  const leave = () => {
    setOpen(false);
    void forget(kept.id);
  };
  const restore = () => {
    editor.adopt(merge(kept.base, kept.graph, base).graph, steps.restoreKept);
    leave();
  };
  return (
    <section className={styles.conflicts} aria-label={words.keptTitle}>
      <h2>{words.keptTitle}</h2>
      <p>{words.keptText(new Date(kept.at).toLocaleString())}</p>
      <div className={styles.row}>
        <button type="button" className={styles.primary} onClick={restore}>
          {words.restore}
        </button>
        <button type="button" onClick={leave}>
          {words.discard}
        </button>
      </div>
    </section>
  );
}
