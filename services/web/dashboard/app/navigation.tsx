import { Link, useLocation } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import * as words from "../../strings/en/dashboard/app.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { Mark } from "../../ui/mark.tsx";
import { AccountMenu } from "./accountMenu.tsx";
import styles from "./layout.module.css";

/** Pages of the account. */
const pages = [
  { to: "/", label: words.forms, icon: "file-text", isExact: true },
  { to: "/integrations", label: words.integrations, icon: "plug", isExact: false },
  { to: "/settings/themes", label: words.themes, icon: "palette", isExact: false },
] as const;
const developerPages = [
  { to: "/developers/keys", label: words.apiKeys, icon: "key-round", isExact: false },
  { to: "/developers/usage", label: words.apiUsage, icon: "activity", isExact: false },
] as const;

/** The navigation beside every page. On a phone it opens with a button. */
export function Navigation() {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [pathname]);
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => key === "Escape" && setOpen(false);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [isOpen]);
  const nav = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "navigation", "aria-label": words.mainNavigation }, nav);
  const isInForms = pathname.startsWith("/forms/");
  return (
    <header className={styles.side} data-open={isOpen || undefined}>
      <Link to="/" className={styles.brand} aria-label={words.productName}>
        <Mark />
        <span className={styles.productName}>{words.productName}</span>
      </Link>
      <button
        type="button"
        className={styles.toggle}
        aria-label={words.menu}
        aria-expanded={isOpen}
        aria-controls="navigation"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "x" : "menu"} size={20} />
      </button>
      <div id="navigation" className={styles.drawer}>
        <nav ref={nav} {...landmarkProps} className={styles.nav}>
          {pages.map((page) => (
            <NavLink key={page.to} {...page} isCurrent={page.to === "/" && isInForms} />
          ))}
          <p className={styles.group}>{words.developers}</p>
          {developerPages.map((page) => (
            <NavLink key={page.to} {...page} />
          ))}
        </nav>
        <AccountMenu onChosen={() => setOpen(false)} />
      </div>
    </header>
  );
}

interface NavLinkProps {
  to: (typeof pages)[number]["to"] | (typeof developerPages)[number]["to"];
  label: string;
  icon: IconName;
  isExact: boolean;
  /** one of its subpages is open */
  isCurrent?: boolean;
}

const NavLink = ({ to, label, icon, isExact, isCurrent = false }: NavLinkProps) => (
  <Link
    to={to}
    className={styles.link}
    activeOptions={{ exact: isExact, includeSearch: false }}
    data-within={isCurrent || undefined}
  >
    <Icon name={icon} size={18} />
    <span className={styles.label}>{label}</span>
  </Link>
);
