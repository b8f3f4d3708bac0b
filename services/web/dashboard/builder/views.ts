import type { View } from "./view.ts";

/** The code of each view: heavy, and one of them is shown. Asked for while the form is read, so that neither waits for the other. */
export const loadView = {
  list: () => import("./list/listView.tsx"),
  canvas: () => import("./canvas/canvas.tsx"),
} satisfies Record<View, () => Promise<unknown>>;
