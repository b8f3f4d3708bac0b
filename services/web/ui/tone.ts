import styles from "./tone.module.css";

/** The meaning of a color: good, needs attention, or wrong. */
export type Tone = "good" | "warning" | "danger";

/** Colors of a text and its background. */
export const toneClass = (tone: Tone): string => styles[tone] as string;

/** Colors of a form's problem. */
export const severityClass = (severity: "error" | "warning"): string =>
  toneClass(severity === "error" ? "danger" : "warning");
