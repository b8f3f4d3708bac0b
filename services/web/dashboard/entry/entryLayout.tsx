import { Outlet } from "@tanstack/react-router";
import { productName } from "../../strings/en/dashboard/app.ts";
import styles from "./entryLayout.module.css";

export function EntryLayout() {
  return (
    <main className={styles.main}>
      <p className={styles.name}>{productName}</p>
      <Outlet />
    </main>
  );
}
