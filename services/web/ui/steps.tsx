import type { ReactNode } from "react";
import styles from "./steps.module.css";

/** Numbered steps in a card without padding. */
export const Steps = ({ children }: { children: ReactNode }) => <ol className={styles.steps}>{children}</ol>;

interface StepProps {
  /** it can't be taken yet */
  isLater?: boolean;
  children: ReactNode;
}

export const Step = ({ isLater = false, children }: StepProps) => (
  <li className={styles.step} data-later={isLater || undefined}>
    {children}
  </li>
);
