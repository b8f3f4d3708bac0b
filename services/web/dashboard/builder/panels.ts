/** Dialogs and panels that open rarely, as one chunk: more chunks would move what they share into every page's. */

export { ConnectDialog } from "./canvas/connectDialog.tsx";
export { EmptyCanvas } from "./canvas/emptyCanvas.tsx";
export { ShowIfDialog } from "./conditions/showIfDialog.tsx";
export { ElsewhereDialog } from "./exchange/elsewhereDialog.tsx";
export { ImportDialog } from "./exchange/importDialog.tsx";
export { Formatting } from "./formatting/formatting.tsx";
export { MarkupSwitch } from "./formatting/markupSwitch.tsx";
export { ImportedPanel } from "./imported/importedPanel.tsx";
export { PageInspector } from "./inspector/pageInspector.tsx";
// inserted by text fields, and loaded ahead with the panels
export { RecallPicker } from "./inspector/recall/recallPicker.tsx";
export { PreviewPanel } from "./preview/previewPanel.tsx";
export { ProblemsPopover } from "./problems/problemsPopover.tsx";
export { PublishDialog } from "./publishing/publishDialog.tsx";
export { Conflicts } from "./saving/conflicts.tsx";
export { UsefulOffer } from "./saving/keptOffer.tsx";
// merges read the draft of another person
export * as merging from "./saving/merging.ts";
export { ScoresPanel } from "./scores/scoresPanel.tsx";
