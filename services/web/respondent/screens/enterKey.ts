/** Enter continues if nothing has the focus, as on a page that was just opened. The hint beside the button says so. */
export function continueByEnter(document: Document): void {
  document.addEventListener("keydown", ({ key, target, repeat }) => {
    if (key !== "Enter" || repeat || target !== document.body) return;
    document.querySelector(".enter-hint")?.closest("form")?.requestSubmit();
  });
}
