import { Outlet } from "@tanstack/react-router";
import { Mark } from "../../parts/mark.tsx";
import { productName } from "../../strings/en/dashboard/app.ts";
import styles from "./entryLayout.module.css";

export function EntryLayout() {
  return (
    <main className={styles.main}>
      <p className={styles.name}>
        <Mark size={32} />
        {productName}
      </p>
      <Outlet />
    </main>
  );
}
