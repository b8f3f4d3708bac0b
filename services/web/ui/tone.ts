import styles from "./tone.module.css";

/** What something says by its colors: that all is well, that it should be looked at, or that something is wrong. */
export type Tone = "good" | "warning" | "danger";

/** The colors of a text and of what is behind it. */
export const toneClass = (tone: Tone): string => styles[tone] as string;

/** Of a problem in a form. */
export const severityClass = (severity: "error" | "warning"): string =>
  toneClass(severity === "error" ? "danger" : "warning");
