import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { signInGate } from "../../api/service.ts";
import { Button } from "../../parts/button.tsx";
import { Toasts } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/app.ts";
import { focusHeading } from "./keepFocus.ts";
import styles from "./layout.module.css";

const loadSignInAgain = () => import("../entry/signInAgain.tsx");
const SignInAgain = lazy(loadSignInAgain);

export function Layout() {
  const needsSignIn = useSyncExternalStore(signInGate.subscribe, signInGate.isNeeded);
  // when it is needed, a newer build may have taken its place on the service
  useEffect(() => void loadSignInAgain().catch(() => {}), []);
  const nav = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const navigation = useLandmark({ role: "navigation", "aria-label": words.mainNavigation }, nav);
  const content = useLandmark({ role: "main", focus: focusHeading }, main);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to the heading in #main where there is one */}
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // past the tabs of a form too
          if (focusHeading()) event.preventDefault();
        }}
      >
        {words.skipToContent}
      </a>
      <header className={styles.header}>
        <Link to="/" className={styles.name}>
          {words.productName}
        </Link>
        <nav ref={nav} {...navigation.landmarkProps} className={styles.nav}>
          <Link to="/" className={styles.link} activeOptions={{ exact: true, includeSearch: false }}>
            {words.forms}
          </Link>
          <Link to="/integrations" className={styles.link} activeOptions={{ includeSearch: false }}>
            {words.integrations}
          </Link>
          <Link to="/settings/themes" className={styles.link}>
            {words.themes}
          </Link>
          <Link to="/developers/keys" className={styles.link}>
            {words.apiKeys}
          </Link>
          <Link to="/developers/usage" className={styles.link}>
            {words.apiUsage}
          </Link>
          <Link to="/settings/account" className={styles.link}>
            {words.account}
          </Link>
        </nav>
        <div className={styles.end}>
          <SignOut />
        </div>
      </header>
      <main ref={main} {...content.landmarkProps} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Toasts />
      {needsSignIn && (
        <Suspense>
          <SignInAgain />
        </Suspense>
      )}
    </>
  );
}

/** A page that holds what is not saved asks first, as before every other page; then that of signing in ends the session. */
function SignOut() {
  const navigate = useNavigate();
  return (
    <Button look="plain" onPress={() => void navigate({ to: "/sign-in", state: { isLeaving: true } })}>
      {words.signOut}
    </Button>
  );
}
