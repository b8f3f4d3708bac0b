import type { Json } from "../json.ts";
import type { QuestionType } from "./question.ts";

/**
 * Default values of configs (decisions §4.1), for the schemas (config/) and for walking, which doesn't load schemas. `complete` of a
 * type's module fills in defaults that depend on other keys.
 */
export const defaults = {
  welcome_screen: { button_text: "Start" },
  end_screen: { redirect_delay_s: 0, show_score: false, show_answers: false },
  short_text: { min_length: 0, max_length: 255 },
  long_text: { min_length: 0, max_length: 5000 },
  email: { allowed_domains: [], blocked_domains: [] },
  phone: { allowed_countries: [] },
  number: {},
  date: { precision: "day" },
  multiple_choice: { shuffle: "none", allow_other: false, other_max_length: 255 },
  dropdown: { shuffle: "none", allow_other: false, other_max_length: 255 },
  yes_no: { yes_label: "Yes", no_label: "No" },
  checkbox: { min_selections: 0, allow_other: false },
  picture_choice: { multiple: false },
  ranking: {},
  star_rating: { max: 5 },
  number_scale: { min: 1, max: 10, step: 1 },
  opinion_scale: { min: 0, max: 10 },
  emoji_rating: {
    options: [
      { value: "terrible", emoji: "😡", label: "Terrible" },
      { value: "bad", emoji: "🙁", label: "Bad" },
      { value: "okay", emoji: "😐", label: "Okay" },
      { value: "good", emoji: "🙂", label: "Good" },
      { value: "great", emoji: "😍", label: "Great" },
    ],
  },
  matrix: {},
  file_upload: { input: "file", max_files: 1, max_size_mb: 10, accept: ["image/*", "application/pdf"] },
  records: { min_rows: 0, max_rows: 10 },
} satisfies Record<QuestionType, Record<string, Json>>;

/** Default values of scoring (decisions §4.3). */
export const scoringDefaults = { penalty: 0, multiplier: 1 };
