import type { RespondentState } from "./walk/state.ts";

/** True if the page shows what the gateway sent. The gateway knows no answers, session, hidden fields or shuffled order. */
export function isAsServed({ screen, node, phase, value, position }: RespondentState): boolean {
  if (screen === "closed" || screen === "not_open") return true;
  return screen === "node" && phase === "new" && value === null && position === 0 && !isShuffled(node);
}

const isShuffled = (node: RespondentState["node"]): boolean => (node?.data.config?.shuffle ?? "none") !== "none";

/** Remembers input made before hydration, because the first question is in the HTML. Returns a function that repeats it. */
export function rememberInput(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  const texts = fields
    // a half-typed date has no value yet
    .filter((field) => field.value !== field.defaultValue || field.validity.badInput)
    .map((field) => ({ field, value: field.value }));
  const choices = (fields as HTMLInputElement[]).filter((field) => field.checked !== field.defaultChecked);
  const selects = [...root.querySelectorAll("select")]
    .filter(({ options }) => [...options].some((option) => option.selected !== option.defaultSelected))
    .map((field) => ({ field, value: field.value }));
  const focused = root.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  return () => {
    for (const { field, value } of [...texts, ...selects]) {
      // files and invalid values stay in their field
      if (field.value !== value) field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const choice of choices) {
      choice.checked = !choice.checked;
      choice.click();
    }
    focused?.focus();
  };
}
