import type { View } from "./view.ts";

/** Loads the code of a view, while the form is being read. */
export const loadView = {
  list: () => import("./list/listView.tsx"),
  canvas: () => import("./canvas/canvas.tsx"),
} satisfies Record<View, () => Promise<unknown>>;
