import type { FunctionComponent } from "preact";
import type { QuestionProps, QuestionType } from "./question.ts";

/** A type's component, once it is loaded: its config is read only by itself, so the table may forget which one it is. */
export type QuestionComponent = FunctionComponent<QuestionProps<never>>;

/** One file a type, loaded when a form comes to it. */
const components = {
  welcome_screen: () => import("./welcomeScreen.tsx"),
  end_screen: () => import("./endScreen.tsx"),
  short_text: () => import("./shortText.tsx"),
  long_text: () => import("./longText.tsx"),
  email: () => import("./email.tsx"),
  phone: () => import("./phone.tsx"),
  number: () => import("./number.tsx"),
  date: () => import("./date.tsx"),
  multiple_choice: () => import("./multipleChoice.tsx"),
  dropdown: () => import("./dropdown.tsx"),
  yes_no: () => import("./yesNo.tsx"),
  checkbox: () => import("./checkbox.tsx"),
  picture_choice: () => import("./pictureChoice.tsx"),
  ranking: () => import("./ranking.tsx"),
  star_rating: () => import("./starRating.tsx"),
  number_scale: () => import("./numberScale.tsx"),
  opinion_scale: () => import("./opinionScale.tsx"),
  emoji_rating: () => import("./emojiRating.tsx"),
  matrix: () => import("./matrix.tsx"),
  file_upload: () => import("./fileUpload.tsx"),
} satisfies Record<QuestionType, () => Promise<{ default: QuestionComponent }>>;

const loaded = new Map<QuestionType, QuestionComponent>();

/** Rejects where the network does not give it. Who shows a question later may ask for it now. */
export async function loadQuestion(type: QuestionType): Promise<QuestionComponent> {
  const known = loaded.get(type);
  if (known) return known;
  const component: QuestionComponent = (await components[type]()).default;
  loaded.set(type, component);
  return component;
}

/** Only what was loaded before: so the first question is there at once, in the gateway's HTML too. */
export function loadedQuestion(type: QuestionType): QuestionComponent | undefined {
  return loaded.get(type);
}
