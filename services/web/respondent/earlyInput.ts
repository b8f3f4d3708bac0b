import type { RespondentState } from "./walk/state.ts";

/**
 * Does the page show what the gateway has sent? It knows no answers, no session and no hidden fields; in what is shuffled
 * each respondent has an order of their own.
 */
export function isAsServed({ screen, node, phase, value, position }: RespondentState): boolean {
  if (screen === "closed" || screen === "not_open") return true;
  return screen === "node" && phase === "new" && value === null && position === 0 && !isShuffled(node);
}

const isShuffled = (node: RespondentState["node"]): boolean => (node?.data.config?.shuffle ?? "none") !== "none";

/**
 * The first question is in the page's HTML, so somebody quick writes or chooses before the page listens. What they did is
 * taken from the elements before the page takes them over, and done once more afterwards.
 */
export function rememberInput(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  const texts = fields
    // a date that is typed in part has no value yet
    .filter((field) => field.value !== field.defaultValue || field.validity.badInput)
    .map((field) => ({ field, value: field.value }));
  const choices = (fields as HTMLInputElement[]).filter((field) => field.checked !== field.defaultChecked);
  const selects = [...root.querySelectorAll("select")]
    .filter(({ options }) => [...options].some((option) => option.selected !== option.defaultSelected))
    .map((field) => ({ field, value: field.value }));
  const focused = root.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  return () => {
    for (const { field, value } of [...texts, ...selects]) {
      // chosen files stay with their field, and so does what is no value
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
