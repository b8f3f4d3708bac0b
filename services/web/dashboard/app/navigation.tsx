import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import { Fragment, useEffect, useRef, useState } from "react";
import { useLandmark } from "react-aria/useLandmark";
import type { Need } from "../../../../shared/domain/access/allows.ts";
import * as words from "../../strings/en/dashboard/app.ts";
import { Icon } from "../../ui/icon.tsx";
import type { IconName } from "../../ui/iconPaths.ts";
import { useCan } from "../api/rights.ts";
import { AccountMenu } from "./accountMenu.tsx";
import styles from "./layout.module.css";
import { WorkspaceHead } from "./workspaceHead.tsx";

interface NavPage {
  to: LinkProps["to"];
  label: string;
  icon: IconName;
  /** pages that their user may not see aren't listed */
  needs: Need;
}

/** Pages of the workspace, by heading. */
const groups: readonly { heading: string | null; pages: readonly NavPage[] }[] = [
  {
    heading: null,
    pages: [
      { to: "/", label: words.forms, icon: "file-text", needs: "any role" },
      { to: "/integrations", label: words.integrations, icon: "plug", needs: "integrations:read" },
      { to: "/settings/themes", label: words.themes, icon: "palette", needs: "member" },
    ],
  },
  {
    heading: words.workspace,
    pages: [
      { to: "/settings/members", label: words.members, icon: "users", needs: "members:read" },
      { to: "/settings/workspace", label: words.settings, icon: "settings", needs: "workspace:write" },
    ],
  },
  {
    heading: words.developers,
    pages: [
      { to: "/developers/keys", label: words.apiKeys, icon: "key-round", needs: "keys:write" },
      { to: "/developers/usage", label: words.apiUsage, icon: "activity", needs: "account:read" },
    ],
  },
];

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
          {groups.map(({ heading, pages }) => {
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
        <AccountMenu onChosen={() => setOpen(false)} />
      </div>
    </header>
  );
}

interface NavLinkProps extends Omit<NavPage, "needs"> {
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
