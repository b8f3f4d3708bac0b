import type { ReactNode } from "react";
import { smallButtonClass } from "../../../ui/button.tsx";

interface Props {
  /** what it does, and to which of the items beside one another */
  label: string;
  isDisabled?: boolean;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

/** What can be done with one item of a list; a short word is seen, the whole one is read out. */
export const SmallButton = ({ label, isDisabled = false, onClick, children }: Props) => (
  <button type="button" className={smallButtonClass} aria-label={label} disabled={isDisabled} onClick={onClick}>
    {children}
  </button>
);
