/**
 * Keeps the sticky button and the field above the on-screen keyboard (page.css). Android resizes the page for it. iOS covers
 * the page, and tells only the visual viewport.
 */
export function followKeyboard(window: Window): void {
  const { visualViewport: visible, document } = window;
  visible?.addEventListener("resize", () => {
    // while zoomed in, the viewport is smaller for another reason
    const covered = visible.scale > 1 ? 0 : Math.max(0, Math.round(window.innerHeight - visible.height));
    document.documentElement.style.setProperty("--covered", `${covered}px`);
    if (covered > 0 && document.activeElement?.matches("input, textarea, select"))
      document.activeElement.scrollIntoView({ block: "nearest" });
  });
}
