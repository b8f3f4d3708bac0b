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

/** An address that cannot be read, as with a broken percent encoding: not even the route of any other address takes it. */
export const MissingAddress = () => (
  <main className={styles.main}>
    <MissingPage />
  </main>
);
