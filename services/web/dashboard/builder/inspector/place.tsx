import type { ReactNode } from "react";
import styles from "./inspector.module.css";

/** A part of the inspector that problems name (problems/place.ts), to go to. */
export const Place = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={styles.place} data-place={name}>
    {children}
  </div>
);
