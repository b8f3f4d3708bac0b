import type { ReactNode } from "react";
import * as words from "../../../strings/en/dashboard/letters.ts";
import styles from "./letter.module.css";
import { LetterFrame } from "./letterFrame.tsx";

interface PaneProps {
  /** at the end of the title's line */
  head?: ReactNode;
  children: ReactNode;
}

/** The pane of a preview, beside the fields. */
export const PreviewPane = ({ head, children }: PaneProps) => (
  <section className={styles.preview} aria-label={words.preview}>
    <div className={styles.head}>
      <strong>{words.preview}</strong>
      {head}
    </div>
    {children}
  </section>
);

interface CardProps {
  /** name of the frame */
  title: string;
  subject: string;
  language: string;
  html: string;
}

/** An email in a mail program: its subject and the letter. */
export function LetterCard({ title, subject, language, html }: CardProps) {
  return (
    <div className={styles.mail} lang={language}>
      <div className={styles.header}>
        <p className={styles.subject} dir="auto">
          {subject}
        </p>
      </div>
      <LetterFrame title={title} html={html} />
    </div>
  );
}
