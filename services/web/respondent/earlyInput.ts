/**
 * The first question is in the page's HTML, so somebody quick writes or chooses before the page listens. What they did is
 * taken from the elements before the page takes them over, and done once more afterwards.
 */
export function rememberInput(root: ParentNode): () => void {
  const fields = [...root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea")];
  const texts = fields
    .filter((field) => field.value !== field.defaultValue)
    .map((field) => ({ field, value: field.value }));
  const choices = fields.filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.type !== "file" && field.checked !== field.defaultChecked,
  );
  const selects = [...root.querySelectorAll("select")]
    .filter(({ options }) => [...options].some((option) => option.selected !== option.defaultSelected))
    .map((field) => ({ field, value: field.value }));
  const focused = root instanceof Element && root.contains(document.activeElement) ? document.activeElement : null;
  return () => {
    for (const { field, value } of [...texts, ...selects]) {
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const choice of choices) {
      choice.checked = !choice.checked;
      choice.click();
    }
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
}
