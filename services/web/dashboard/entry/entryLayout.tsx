import { Outlet } from "@tanstack/react-router";
import { productName } from "../../strings/en/dashboard/app.ts";
import { Mark } from "../../ui/mark.tsx";
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
