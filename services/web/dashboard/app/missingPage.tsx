import { Link } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/app.ts";
import { Page } from "../../ui/page.tsx";
import styles from "../entry/entryLayout.module.css";

export function MissingPage() {
  return (
    <Page title={words.missingTitle}>
      <p>{words.missingText}</p>
      <Link to="/">{words.toForms}</Link>
    </Page>
  );
}

/** Shown for URLs that can't be decoded, such as broken percent encoding. No route matches them. */
export const MissingAddress = () => (
  <main className={styles.main}>
    <MissingPage />
  </main>
);
