import type { QuestionType } from "./question.ts";

/** Types whose answers are counted by value. Of texts, dates and files there is only the number of answers. */
const tabulated: Record<QuestionType, boolean> = {
  welcome_screen: false,
  end_screen: false,
  short_text: false,
  long_text: false,
  email: false,
  phone: false,
  number: true,
  date: false,
  multiple_choice: true,
  dropdown: true,
  yes_no: true,
  checkbox: true,
  picture_choice: true,
  ranking: true,
  star_rating: true,
  number_scale: true,
  opinion_scale: true,
  emoji_rating: true,
  matrix: true,
  file_upload: false,
  records: false,
};

/** Returns whether insights and public results have figures of a type's answers. */
export const isTabulated = (type: string): boolean => Object.hasOwn(tabulated, type) && tabulated[type as QuestionType];

/** Returns whether insights have figures of a type's answers. Of records, they count rows (features §18.2). */
export const isCounted = (type: string): boolean => type === "records" || isTabulated(type);
