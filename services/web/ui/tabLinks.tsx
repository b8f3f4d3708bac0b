import { type ReactNode, useEffect, useRef } from "react";
import styles from "./tabs.module.css";

interface Props {
  label: string;
  /** each a `<Link className={tabLinkClass}>` */
  children: ReactNode;
}

/** Tabs that are pages of their own. The current one is in view, where they scroll sideways. */
export function TabLinks({ label, children }: Props) {
  const list = useRef<HTMLElement>(null);
  const seen = useRef<Element>(null);
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!list.current || !current || current === seen.current) return;
    seen.current = current;
    // only sideways: the page keeps its place
    const { left, right } = list.current.getBoundingClientRect();
    const tab = current.getBoundingClientRect();
    list.current.scrollLeft += Math.max(0, tab.right - right) + Math.min(0, tab.left - left);
  });
  return (
    <nav ref={list} aria-label={label} className={`sideways ${styles.list}`} data-wide>
      {children}
    </nav>
  );
}

export const tabLinkClass = styles.tab as string;
