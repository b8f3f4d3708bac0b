import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { signInGate } from "../../api/service.ts";
import { Button } from "../../parts/button.tsx";
import { Toasts } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/app.ts";
import styles from "./layout.module.css";
import { endSession } from "./session.ts";

const SignInAgain = lazy(() => import("../entry/signInAgain.tsx"));

export function Layout() {
  const needsSignIn = useSyncExternalStore(signInGate.subscribe, signInGate.isNeeded);
  return (
    <>
      <a className={styles.skip} href="#main">
        {words.skipToContent}
      </a>
      <header className={styles.header}>
        <Link to="/" className={styles.name}>
          {words.productName}
        </Link>
        <nav aria-label={words.mainNavigation} className={styles.nav}>
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
      <main id="main" tabIndex={-1} className={styles.main}>
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

function SignOut() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const signOut = useMutation({
    mutationFn: () => endSession(queryClient),
    onSuccess: () => navigate({ to: "/sign-in" }),
  });
  return (
    <Button look="plain" isPending={signOut.isPending} onPress={() => signOut.mutate()}>
      {words.signOut}
    </Button>
  );
}
