/** A response's parts besides its answers, in one file for the browser. */
export { Annotations } from "./annotations.tsx";
export { HistoryTab } from "./historyTab.tsx";
