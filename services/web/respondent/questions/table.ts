import type { FunctionComponent } from "preact";
import type { QuestionProps, ShownType } from "./question.ts";

/** A type's component. Only it reads its config, so the table can drop the config's type. */
export type QuestionComponent = FunctionComponent<QuestionProps<never>>;

/** One chunk per type, loaded when a form needs it. */
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
  records: () => import("./records.tsx"),
  drawing: () => import("./drawing.tsx"),
  page: () => import("./page.tsx"),
} satisfies Record<ShownType, () => Promise<{ default: QuestionComponent }>>;

const loaded = new Map<ShownType, QuestionComponent>();

/** Rejects if the network fails. Call it early to preload a type. */
export async function loadQuestion(type: ShownType): Promise<QuestionComponent> {
  const known = loaded.get(type);
  if (known) return known;
  const component: QuestionComponent = (await components[type]()).default;
  loaded.set(type, component);
  return component;
}

/** Returns a component only if it is loaded, so that the first question can render synchronously, on the gateway too. */
export function loadedQuestion(type: ShownType): QuestionComponent | undefined {
  return loaded.get(type);
}
