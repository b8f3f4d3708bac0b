export interface PaletteProps {
  title?: string;
  /** Receives the type in place of adding it after the selected question. */
  onChoose?: (questionType: string) => void;
  /** A search also finds other forms and pages. Doesn't change while the palette is open. */
  findsPlaces?: boolean;
  onAdded?: () => void;
  onClose(): void;
}
