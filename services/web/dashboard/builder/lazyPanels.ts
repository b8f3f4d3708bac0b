import { lazy } from "react";

const load = () => import("./panels.ts");

/** Loads the panels ahead, so that they also open offline. */
export const preloadPanels = (): void => {
  if (navigator.onLine) void load().catch(() => undefined);
};

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
export const FormInspector = lazy(async () => ({ default: (await load()).FormInspector }));
export const ProblemsPanel = lazy(async () => ({ default: (await load()).ProblemsPanel }));
