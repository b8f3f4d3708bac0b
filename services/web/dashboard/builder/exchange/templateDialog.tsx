import { useContext } from "react";
import type { TemplateDetail } from "../../../../../shared/api/shapes/templates.ts";
import { normalizeGraph } from "../../../../../shared/domain/graph/normalizeGraph.ts";
import type { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/templates.ts";
import { TemplateGallery } from "../../templates/gallery.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { withEdgeIds } from "../model/ids.ts";
import { OpenedFormContext } from "../openForm.ts";

/** Fills an empty form with the questions of a template. */
export function TemplateDialog({ onClose }: { onClose(): void }) {
  const editor = useEditor();
  const announce = useAnnounce();
  const take = ({ title, graph }: TemplateDetail) => {
    editor.settle();
    const filled = withEdgeIds(normalizeGraph(graph as SubmittedGraph));
    editor.perform("replace", { graph: filled }, { label: steps.template(title) });
    announce(words.used);
    onClose();
  };
  const theme = useContext(OpenedFormContext)?.form.theme;
  return <TemplateGallery title={words.choose} {...(theme && { theme })} onUse={take} onClose={onClose} />;
}
