import type { Editor, Step } from "../editing/editor.ts";

/** Returns the lines of a list without bullets and numbers: `2. How are you?` → `How are you?`. */
export const titlesIn = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,4}[.)])\s+/, "").trim())
    .filter((line) => line !== "");

/** Adds a text question per title, each connected to the next, as one step. */
export function addQuestions(editor: Editor, titles: readonly string[], step: Step & { key: string }): void {
  editor.settle();
  let from: string | null = null;
  for (const title of titles) {
    editor.perform("addNode", { question_type: "short_text", title }, step);
    const to = editor.state().selected;
    if (from !== null && to !== null) editor.perform("addEdge", { from, to, condition: null }, step);
    from = to;
  }
  editor.settle();
}
