import { Link } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/security.ts";
import { profile } from "../../strings/en/dashboard/settings.ts";
import styles from "./security.module.css";

/** The pages of the user's account. */
export const AccountTabs = () => (
  <nav aria-label={words.pages} className={styles.tabs}>
    <Link to="/settings/account" className={styles.tab}>
      {profile}
    </Link>
    <Link to="/settings/security" className={styles.tab}>
      {words.title}
    </Link>
  </nav>
);
