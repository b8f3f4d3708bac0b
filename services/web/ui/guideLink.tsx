import type { ReactNode } from "react";
import * as words from "../strings/en/dashboard/guides.ts";
import { buttonClass } from "./button.tsx";
import styles from "./guideLink.module.css";
import { type Guide, guides } from "./guides.ts";
import { Icon } from "./icon.tsx";

/** Opens a guide in a new tab, so that unsaved work stays open. */
export const GuideLink = ({ to }: { to: Guide }) => (
  <a
    className={`${buttonClass("plain")} ${styles.link}`}
    data-size="small"
    data-icon-only
    href={guides[to]}
    target="_blank"
    rel="noreferrer"
    aria-label={words.guide(words.titles[to])}
  >
    <Icon name="circle-help" />
  </a>
);

/** A heading, with a link to its guide right after it. */
export const WithGuide = ({ guide, children }: { guide: Guide | undefined; children: ReactNode }) =>
  guide === undefined ? (
    children
  ) : (
    <div className={styles.row}>
      {children}
      <GuideLink to={guide} />
    </div>
  );
