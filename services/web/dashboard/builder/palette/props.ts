export interface PaletteProps {
  title?: string;
  /** Receives the type in place of adding it after the selected question. */
  onChoose?: (questionType: string) => void;
  onAdded?: () => void;
  onClose(): void;
}
