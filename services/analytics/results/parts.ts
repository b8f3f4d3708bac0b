import type { Figures } from "./disclose.ts";

/** A question, or with `row` a row of a matrix: they change apart, because a respondent may answer some rows. */
export interface PartKey {
  node_id: string;
  row: string | null;
  question_type: string;
  /** answers in completed responses */
  answered: number;
}

/** Figures as readers see them. They stay until 3 or more answers differ. */
export interface ShownPart extends PartKey {
  figures: Figures;
  /** figures for when the number of answers is 1 or 2 below another one, and doesn't follow; not of numbers and older releases */
  reduced?: [Figures, Figures];
  /** answers whose counts aren't shown together, if it follows from the others; absent in older releases */
  hidden?: number;
  /** by how many people the number of answers is below another figure, or 1 if it divides a hidden sum; stays as long as the figures */
  gap?: number;
}

/** A part as readers see it. */
export interface Disclosed extends Omit<ShownPart, "answered" | "reduced" | "gap" | "hidden"> {
  /** null if it tells of 1 or 2 people */
  answered: number | null;
}
