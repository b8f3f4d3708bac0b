import { lazy, Suspense } from "react";
import type { PaletteProps } from "./props.ts";

const Palette = lazy(() => import("./palette.tsx"));

/** The palette, loaded when it opens. */
export const AddPicker = (props: PaletteProps) => (
  <Suspense>
    <Palette {...props} />
  </Suspense>
);
