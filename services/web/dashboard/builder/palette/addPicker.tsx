import { lazy, Suspense } from "react";

const Palette = lazy(() => import("./palette.tsx"));

export interface PaletteProps {
  title?: string;
  /** Receives the type in place of adding it after the selected question. */
  onChoose?: (questionType: string) => void;
  onAdded?: () => void;
  onClose(): void;
}

/** The palette, loaded when it opens. */
export const AddPicker = (props: PaletteProps) => (
  <Suspense>
    <Palette {...props} />
  </Suspense>
);
