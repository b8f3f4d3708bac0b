import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** The end of the form's bar; null until it exists. */
export const BarEnd = createContext<HTMLElement | null>(null);

/** Shows a page's actions at the end of the form's bar. */
export function BarActions({ children }: { children: ReactNode }) {
  const end = useContext(BarEnd);
  return end && createPortal(children, end);
}
