/** A screen with a message and no question. */
export interface Notice {
  title: string;
  /** the owner's message */
  message?: string | null;
  text: string;
}
