import { Suspense } from "react";
import { lazyPart } from "./lazyPart.ts";

const loadRegion = () => import("./toastRegion.tsx");
const ToastRegion = lazyPart(loadRegion, "ToastRegion");
/** Long enough to decide on Undo. Hover and focus pause the timer. */
const shownMs = 10_000;

/** Shows a notification, optionally with an action such as Undo. */
export function tell(text: string, action?: { label: string; onPress: () => void }): void {
  void loadRegion().then(({ queue }) => queue.add({ text, action }, { timeout: shownMs }));
}

/** Rendered once per page. F6 moves the focus to it. Its code loads once the page is shown. */
export const Toasts = () => (
  <Suspense>
    <ToastRegion />
  </Suspense>
);
