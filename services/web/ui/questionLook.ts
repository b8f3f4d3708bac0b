import type { QuestionType } from "../../../shared/domain/questions/question.ts";
import type { IconName } from "./iconPaths.ts";

/** Groups of question types that share a hue. */
export type Hue = "screen" | "choice" | "text" | "contact" | "number" | "rating" | "data";
export interface QuestionLook {
  icon: IconName;
  hue: Hue;
}

const looks: Record<QuestionType, readonly [IconName, Hue]> = {
  welcome_screen: ["door-open", "screen"],
  end_screen: ["flag", "screen"],
  short_text: ["text-cursor-input", "text"],
  long_text: ["text-align-start", "text"],
  email: ["mail", "contact"],
  phone: ["phone", "contact"],
  number: ["hash", "number"],
  date: ["calendar", "number"],
  multiple_choice: ["circle-dot", "choice"],
  dropdown: ["square-chevron-down", "choice"],
  yes_no: ["toggle-left", "choice"],
  checkbox: ["square-check", "choice"],
  picture_choice: ["images", "choice"],
  ranking: ["list-ordered", "choice"],
  star_rating: ["star", "rating"],
  number_scale: ["sliders-horizontal", "rating"],
  opinion_scale: ["gauge", "rating"],
  emoji_rating: ["smile", "rating"],
  matrix: ["grid-3x3", "data"],
  file_upload: ["upload", "data"],
  records: ["rows-3", "data"],
};

/** Returns the icon and hue of a question type, or a default for unknown types. */
export function lookOfType(type: string): QuestionLook {
  const [icon, hue] = Object.hasOwn(looks, type) ? looks[type as QuestionType] : (["circle-help", "screen"] as const);
  return { icon, hue };
}
