import { Link, useLocation } from "@tanstack/react-router";
import { Fragment, Suspense, useEffect, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import * as words from "../../strings/en/dashboard/app.ts";
import { Icon } from "../../ui/icon.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { useCan } from "../api/rights.ts";
import styles from "./layout.module.css";
import { type NavPage, navGroups } from "./navPages.ts";
import { pageOf } from "./pageOf.ts";
import { WorkspaceHead } from "./workspaceHead.tsx";

const NavigationFoot = lazyPart(() => import("./navigationFoot.tsx"), "NavigationFoot");

/** The navigation beside every page. On a phone it opens with a button. */
export function Navigation() {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  const page = pageOf(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it
  useEffect(() => setOpen(false), [page]);
  useEffect(() => {
    if (!isOpen) return;
    const close = ({ key }: KeyboardEvent) => key === "Escape" && setOpen(false);
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [isOpen]);
  const nav = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "navigation", "aria-label": words.mainNavigation }, nav);
  const can = useCan();
  const isInForms = pathname.startsWith("/forms/");
  return (
    <header className={styles.side} data-open={isOpen || undefined}>
      <WorkspaceHead />
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
          {navGroups.map(({ heading, pages }) => {
            const shown = pages.filter(({ needs }) => can(needs));
            return (
              shown.length > 0 && (
                <Fragment key={heading}>
                  {heading && <p className={styles.group}>{heading}</p>}
                  {shown.map((page) => (
                    <NavLink key={page.to} {...page} isCurrent={page.to === "/" && isInForms} />
                  ))}
                </Fragment>
              )
            );
          })}
        </nav>
        <Suspense>
          <NavigationFoot onChosen={() => setOpen(false)} />
        </Suspense>
      </div>
    </header>
  );
}

interface NavLinkProps extends Pick<NavPage, "to" | "label" | "icon"> {
  /** one of its subpages is open */
  isCurrent: boolean;
}

const NavLink = ({ to, label, icon, isCurrent }: NavLinkProps) => (
  <Link
    to={to}
    className={styles.link}
    activeOptions={{ exact: to === "/", includeSearch: false }}
    data-within={isCurrent || undefined}
  >
    <Icon name={icon} size={18} />
    <span className={styles.label}>{label}</span>
  </Link>
);
