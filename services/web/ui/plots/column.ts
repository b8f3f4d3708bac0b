export type Tone = "plain" | "bad" | "mid" | "good";

/** A count among others on one line. */
export interface Column {
  key: string;
  value: number;
  tone?: Tone;
  /** its whole meaning, such as "7: 16 answers" */
  text: string;
  /** URL of its responses. Absent if they can't be filtered by it. */
  href?: string | undefined;
}
