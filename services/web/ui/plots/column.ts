export type Tone = "plain" | "bad" | "mid" | "good";

/** A count among others on one line. */
export interface Column {
  key: string;
  value: number;
  tone?: Tone;
  /** its whole meaning, such as "7: 16 answers" */
  text: string;
  /** the responses behind it; absent: there is no such filter */
  href?: string | undefined;
}
