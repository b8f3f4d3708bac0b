import type { ReactNode } from "react";
import { smallButtonClass } from "../../../ui/button.tsx";

interface Props {
  /** accessible name with the item: `Remove Option 2` */
  label: string;
  isDisabled?: boolean;
  onClick: (() => void) | undefined;
  children: ReactNode;
}

/** An action on one item of a list, with a short visible label. */
export const SmallButton = ({ label, isDisabled = false, onClick, children }: Props) => (
  <button type="button" className={smallButtonClass} aria-label={label} disabled={isDisabled} onClick={onClick}>
    {children}
  </button>
);
