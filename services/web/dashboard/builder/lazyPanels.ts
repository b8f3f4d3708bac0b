import { lazy } from "react";

const load = () => import("./panels.ts");

/** Loads what opens later once `view` is there, so that it also opens offline. */
export async function preloadPanels(view: Promise<unknown>): Promise<void> {
  await view.catch(() => undefined);
  if (!navigator.onLine) return;
  await loadNode().catch(() => undefined);
  await Promise.allSettled([load(), loadForm(), import("./inspector/rules.tsx"), import("./palette/palette.tsx")]);
}

export const ImportDialog = lazy(async () => ({ default: (await load()).ImportDialog }));
export const ImportedPanel = lazy(async () => ({ default: (await load()).ImportedPanel }));
export const PasteList = lazy(async () => ({ default: (await load()).PasteList }));
export const TemplateDialog = lazy(async () => ({ default: (await load()).TemplateDialog }));
export const PageInspector = lazy(async () => ({ default: (await load()).PageInspector }));
export const PreviewPanel = lazy(async () => ({ default: (await load()).PreviewPanel }));
export const PublishDialog = lazy(async () => ({ default: (await load()).PublishDialog }));
export const Conflicts = lazy(async () => ({ default: (await load()).Conflicts }));
export const KeptOffer = lazy(async () => ({ default: (await load()).KeptOffer }));
export const ScoresPanel = lazy(async () => ({ default: (await load()).ScoresPanel }));
export const ShowIfDialog = lazy(async () => ({ default: (await load()).ShowIfDialog }));
export const ProblemsPanel = lazy(async () => ({ default: (await load()).ProblemsPanel }));

// opens with the first question that is selected
const loadNode = () => import("./inspector/nodeInspector.tsx");
export const NodeInspector = lazy(async () => ({ default: (await loadNode()).NodeInspector }));

// beside the list at first, so without the panels
const loadForm = () => import("./inspector/formInspector.tsx");
export const FormInspector = lazy(async () => ({ default: (await loadForm()).FormInspector }));
