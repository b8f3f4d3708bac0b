import styles from "./badge.module.css";

export function Badge({
  kind = "plain",
  children,
}: {
  kind?: "plain" | "good" | "warning" | "danger";
  children: string;
}) {
  return <span className={`${styles.badge} ${styles[kind]}`}>{children}</span>;
}
