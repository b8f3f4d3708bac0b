import { Outlet } from "@tanstack/react-router";
import { claim, help, productName } from "../../strings/en/dashboard/app.ts";
import { Mark } from "../../ui/mark.tsx";
import styles from "./entryLayout.module.css";

/** The layout of sign-in and similar pages: the form, beside an illustration if there is room. */
export function EntryLayout() {
  return (
    <div className={styles.layout}>
      <main className={styles.side}>
        <p className={styles.name}>
          <Mark size={32} />
          {productName}
        </p>
        <div className={styles.main}>
          <Outlet />
        </div>
        <p className={styles.claim}>
          {claim} <a href="/docs">{help}</a>
        </p>
      </main>
    </div>
  );
}
