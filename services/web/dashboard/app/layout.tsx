import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Outlet, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import { useLandmark } from "react-aria/useLandmark";
import * as words from "../../strings/en/dashboard/app.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { PlacesContext } from "../../ui/palette/placesContext.ts";
import { typeAhead } from "../../ui/palette/typedAhead.ts";
import { Toasts } from "../../ui/toasts.tsx";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { signInGate } from "../api/service.ts";
import { followRights } from "../api/session.ts";
import { focusHeading } from "./keepFocus.ts";
import styles from "./layout.module.css";
import { Navigation } from "./navigation.tsx";
import { guardedPage, type NavPage } from "./navPages.ts";

const loadSignInAgain = () => import("../entry/signInAgain.tsx");
const SignInAgain = lazy(loadSignInAgain);
const loadGoTo = () => import("./goTo/goTo.tsx");
const GoTo = lazyPart(loadGoTo, "GoTo");
const Places = lazyPart(loadGoTo, "Places");
const NoAccess = lazyPart(() => import("./noWorkspace.tsx"), "NoAccess");
const NoWorkspace = lazyPart(() => import("./noWorkspace.tsx"), "NoWorkspace");
const Suspended = lazyPart(() => import("./suspended.tsx"), "Suspended");
const SecondFactorRequired = lazyPart(() => import("./noWorkspace.tsx"), "SecondFactorRequired");

/** A window that a sidebar would leave too little room for tables. On a phone, the navigation is a menu. */
const useIsTablet = mediaQuery("(45rem < width < 64rem)");

/** Navigation and page: a sidebar on account pages, a rail of icons within a form and on tablets. */
export function Layout() {
  const needsSignIn = useSyncExternalStore(signInGate.subscribe, signInGate.isNeeded);
  // loads them now, because a newer build may have replaced the files when they are needed
  useEffect(() => void Promise.allSettled([loadSignInAgain(), loadGoTo()]), []);
  const isTablet = useIsTablet();
  const isInForm = useLocation({ select: ({ pathname }) => pathname.startsWith("/forms/") });
  const workspace = useWorkspaceInUrl();
  const refused = useRefusedPage();
  const { data: user } = useQuery(currentUser);
  const suspended = user?.workspace;
  const isLocked = useLocked();
  const [isGoing, setGoing] = useGoTo(workspace !== null && !isLocked);
  const main = useRef<HTMLElement>(null);
  const content = useLandmark({ role: "main", focus: focusHeading }, main);
  return (
    <div className={styles.shell} data-rail={isInForm || isTablet || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the heading in #main where there is one */}
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // also skips a form's tabs
          if (focusHeading()) event.preventDefault();
        }}
      >
        {words.skipToContent}
      </a>
      <Navigation key={`navigation of ${workspace}`} />
      <main ref={main} {...content.landmarkProps} id="main" tabIndex={-1} className={styles.main}>
        {suspended?.deletes_at && (
          <Suspense>
            <Suspended workspace={suspended} deletesAt={suspended.deletes_at} />
          </Suspense>
        )}
        {workspace === null ? (
          <Suspense>
            <NoWorkspace />
          </Suspense>
        ) : isLocked ? (
          <Suspense>
            <SecondFactorRequired />
          </Suspense>
        ) : refused ? (
          <Suspense>
            <NoAccess title={refused.label} />
          </Suspense>
        ) : (
          <PlacesContext value={Places}>
            <Outlet key={workspace} />
          </PlacesContext>
        )}
      </main>
      {isGoing && (
        <Suspense>
          <GoTo onClose={() => setGoing(false)} />
        </Suspense>
      )}
      <Toasts />
      {needsSignIn && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </div>
  );
}

/** Go to opens with Ctrl+K, except over a dialog and in the builder, whose own palette finds all pages, too. */
function useGoTo(canOpen: boolean): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [isOpen, set] = useState(false);
  const press = useEffectEvent(() => {
    if (!canOpen) return;
    typeAhead();
    set(true);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isElsewhere = document.querySelector("[role=dialog]") !== null || location.pathname.endsWith("/build");
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || isElsewhere) return;
      event.preventDefault();
      press();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return [isOpen, set];
}

const ownPages = /^\/settings\/(account|security)/;

/** Returns true on a page of a workspace that waits for the user's two-step sign-in. */
function useLocked(): boolean {
  const isOwn = useLocation({ select: ({ pathname }) => ownPages.test(pathname) });
  const { data: user } = useQuery(currentUser);
  return !isOwn && user?.workspace?.lacks_second_factor === true;
}

/** Returns the page of this address if the user may not see it. */
function useRefusedPage(): NavPage | null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const can = useCan();
  const page = guardedPage(pathname);
  return page && !can(page.needs) ? page : null;
}

/** Returns the ID of the tab's workspace, or null without one. The URL names it unless it is the user's default one. */
function useWorkspaceInUrl(): string | null | undefined {
  const queryClient = useQueryClient();
  useEffect(() => followRights(queryClient), [queryClient]);
  const { data: user } = useQuery(currentUser);
  const { workspace: named } = useSearch({ from: "/layout" });
  const navigate = useNavigate();
  const id = user?.workspace?.id;
  const name = id === user?.default_workspace_id ? undefined : id;
  useEffect(() => {
    if (named === name) return;
    void navigate({ to: ".", search: (now) => ({ ...now, workspace: name }), replace: true, resetScroll: false });
  }, [named, name, navigate]);
  return user?.workspace === null ? null : id;
}
