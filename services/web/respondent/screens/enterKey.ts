/** Enter continues if nothing has the focus, as on a page that was just opened. The hint beside the button says so. */
export function continueByEnter({ key, target, repeat }: KeyboardEvent): void {
  if (key !== "Enter" || repeat || target !== document.body) return;
  document.querySelector(".enter-hint")?.closest("form")?.requestSubmit();
}
