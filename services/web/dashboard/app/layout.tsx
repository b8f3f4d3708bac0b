import { Link, Outlet } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/app.ts";
import styles from "./layout.module.css";

export function Layout() {
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
          <Link to="/" className={styles.link} activeOptions={{ exact: true }}>
            {words.forms}
          </Link>
        </nav>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </>
  );
}
