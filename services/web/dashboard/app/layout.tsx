import { Outlet, useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { useLandmark } from "react-aria/useLandmark";
import * as words from "../../strings/en/dashboard/app.ts";
import { Toasts } from "../../ui/toasts.tsx";
import { signInGate } from "../api/service.ts";
import { focusHeading } from "./keepFocus.ts";
import styles from "./layout.module.css";
import { Navigation } from "./navigation.tsx";

const loadSignInAgain = () => import("../entry/signInAgain.tsx");
const SignInAgain = lazy(loadSignInAgain);

/** Navigation and page: a sidebar on account pages, a rail of icons within a form. */
export function Layout() {
  const needsSignIn = useSyncExternalStore(signInGate.subscribe, signInGate.isNeeded);
  // loads it now, because a newer build may have replaced the file when it is needed
  useEffect(() => void loadSignInAgain().catch(() => {}), []);
  const isInForm = useLocation({ select: ({ pathname }) => pathname.startsWith("/forms/") });
  const main = useRef<HTMLElement>(null);
  const content = useLandmark({ role: "main", focus: focusHeading }, main);
  return (
    <div className={styles.shell} data-rail={isInForm || undefined}>
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
      <Navigation />
      <main ref={main} {...content.landmarkProps} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Toasts />
      {needsSignIn && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </div>
  );
}
