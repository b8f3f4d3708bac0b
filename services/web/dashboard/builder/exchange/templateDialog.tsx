import { normalizeGraph } from "../../../../../shared/domain/graph/normalizeGraph.ts";
import type { SubmittedGraph } from "../../../../../shared/domain/shapes/graph.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/imports.ts";
import { templateTexts } from "../../../strings/en/dashboard/forms.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import styles from "../../forms/forms.module.css";
import { TemplatePicture } from "../../forms/templatePicture.tsx";
import { type Sample, samples } from "../../forms/templates.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { withEdgeIds } from "../model/ids.ts";

/** Fills an empty form with the questions of a template. */
export function TemplateDialog({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  const announce = useAnnounce();
  const take = async (sample: Sample) => {
    const graph = withEdgeIds(normalizeGraph((await sample.load()).graph as SubmittedGraph));
    editor.settle();
    editor.perform("replace", { graph }, { label: steps.template(sample.title) });
    announce(words.templateUsed);
    onClose();
  };
  return (
    <Dialog
      title={words.templateTitle}
      onClose={onClose}
      isWide
      actions={<Button look="plain" icon="x" aria-label={words.close} onPress={onClose} />}
    >
      <ul className={styles.templates}>
        {samples.map((sample) => (
          <li key={sample.id}>
            <button type="button" className={styles.template} onClick={() => void take(sample)}>
              <TemplatePicture kind={sample.picture} />
              <span className={styles.templateTexts}>
                <strong>{sample.title}</strong>
                <span>{templateTexts[sample.id]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
