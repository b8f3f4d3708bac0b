import { type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";
import styles from "./sectionLinks.module.css";

export interface LinkedSection {
  title: string;
  icon: IconName;
}

interface Props {
  label: string;
  /** by the `id` of their `Panel`, in their order */
  sections: Record<string, LinkedSection>;
  children: ReactNode;
}

/** Sections of a long page beside links to them, of which one marks the section that is read. On phones, the links are a row. */
export function SectionLinks({ label, sections, children }: Props) {
  const current = useSectionRead(Object.keys(sections).join(" "));
  return (
    <div className={styles.page}>
      <nav aria-label={label} className={`sideways ${styles.links}`}>
        {Object.entries(sections).map(([id, { title, icon }]) => (
          <a
            key={id}
            href={`#${id}`}
            className={styles.link}
            aria-current={id === current ? "location" : undefined}
            onClick={(event) => goTo(event, id)}
          >
            <Icon name={icon} size={18} />
            {title}
          </a>
        ))}
      </nav>
      <div className={styles.sections}>{children}</div>
    </div>
  );
}

/** Stays on the page, which can have unsaved edits. The next Tab is in the section. */
function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const section = document.getElementById(id);
  section?.focus({ preventScroll: true });
  section?.scrollIntoView();
}

/** Returns that of the space-separated IDs whose section starts last in the window's upper part, or at all at the page's end. */
function useSectionRead(joined: string): string | undefined {
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const ids = joined.split(" ");
    const follow = () => {
      const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
      const starts = (id: string) =>
        document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      setRead(ids.findLast((id) => starts(id) < (isAtEnd ? clientHeight : clientHeight / 3)) ?? ids[0]);
    };
    follow();
    document.addEventListener("scroll", follow, { passive: true });
    return () => document.removeEventListener("scroll", follow);
  }, [joined]);
  return read;
}
