import { lazyPart } from "../../ui/lazyPart.ts";

const load = () => import("./panels.ts");
const loadKeys = () => import("../../ui/keysDialog.tsx");

/** Loads what opens later once `view` is there, so that it also opens offline. */
export async function preloadPanels(view: Promise<unknown>): Promise<void> {
  await view.catch(() => undefined);
  if (!navigator.onLine) return;
  await Promise.allSettled([
    load(),
    loadForm(),
    loadKeys(),
    import("./inspector/rules.tsx"),
    import("./palette/palette.tsx"),
  ]);
}

export const loadMerging = () => load().then(({ merging }) => merging);

export const KeysDialog = lazyPart(loadKeys, "KeysDialog");
export const ConnectDialog = lazyPart(load, "ConnectDialog");
export const EmptyCanvas = lazyPart(load, "EmptyCanvas");
export const ElsewhereDialog = lazyPart(load, "ElsewhereDialog");
export const ImportDialog = lazyPart(load, "ImportDialog");
export const ImportedPanel = lazyPart(load, "ImportedPanel");
export const PageInspector = lazyPart(load, "PageInspector");
export const PreviewPanel = lazyPart(load, "PreviewPanel");
export const PublishDialog = lazyPart(load, "PublishDialog");
export const Conflicts = lazyPart(load, "Conflicts");
export const UsefulOffer = lazyPart(load, "UsefulOffer");
export const Formatting = lazyPart(load, "Formatting");
export const ScoresPanel = lazyPart(load, "ScoresPanel");
export const ShowIfDialog = lazyPart(load, "ShowIfDialog");
export const ProblemsPopover = lazyPart(load, "ProblemsPopover");

// opens with the first question that is selected
export const loadNode = () => import("./inspector/nodeInspector.tsx");
export const NodeInspector = lazyPart(loadNode, "NodeInspector");

// beside the list at first, so without the panels
const loadForm = () => import("./inspector/formInspector.tsx");
export const FormInspector = lazyPart(loadForm, "FormInspector");
