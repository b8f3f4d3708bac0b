/** Texts of the palette (+, /, Ctrl+K): add a question or go to one. */

import type { QuestionType } from "../../../../../../shared/domain/questions/question.ts";

export const placeholder = "Add a question or screen";
export const list = "Question types";
export const found = "Results";
export const goTo = "Go to";
export const add = "Add";
export const fromClipboard = "From the clipboard";
export const nameSynonyms = "first last full person who";
export const paste = "Paste questions";
export const none = "No matches. Try “rating” or “text”.";
export const more = (number: number) => `${number} more questions match. Type more to narrow down.`;
export const insertAfter = "Insert after";
export const sample = (name: string) => `Sample of ${name}`;
export const canBeScored = "Can be scored";
const choose = ["↑ ↓ ← →", "Choose"] as const;
export const hints = [choose, ["↵", "Add"], ["⇧ ↵", "Add and keep open"]] as const;
/** For questions and pages. */
export const goHints = [choose, ["↵", "Open"]] as const;
export const typeToFilter = "Type to filter, for example “rating”";

/** Names of groups, by the hue that their types share. */
export const groups = {
  choice: "Choices",
  screen: "Screens",
  rating: "Ratings",
  number: "Numbers and dates",
  data: "Tables and files",
  text: "Text",
  contact: "Contact",
};

/** Conditions that fit the answers, by their family. */
export const ruleKinds: Readonly<Record<string, string>> = {
  text: "Text rules",
  num: "Number rules",
  date: "Date rules",
  one: "Option rules",
  many: "Option rules",
  rank: "Rank rules",
  row: "Row rules",
  count: "File count rules",
};

interface About {
  /** its purpose */
  text: string;
  /** other words that people search for */
  synonyms: string;
  /** title of the sample */
  title: string;
}

export const about: Readonly<Record<QuestionType, About>> = {
  welcome_screen: {
    text: "The first thing respondents see: what the form is about and a button to start.",
    synonyms: "intro introduction statement cover start page",
    title: "Tell us how we are doing",
  },
  end_screen: {
    text: "Shown when a response is complete. Can show the score, or redirect to another page.",
    synonyms: "thank you finish done ending result redirect",
    title: "Thank you!",
  },
  short_text: {
    text: "One line, such as a name or a city.",
    synonyms: "name input line string open answer",
    title: "What is your name?",
  },
  long_text: {
    text: "Several lines, for answers in full sentences.",
    synonyms: "paragraph comment textarea essay feedback open answer",
    title: "What could we do better?",
  },
  email: {
    text: "An email address. You can limit its domains.",
    synonyms: "mail address contact e-mail", // words: ok
    title: "What is your email address?",
  },
  phone: {
    text: "A phone number, checked by country.",
    synonyms: "telephone mobile cell contact",
    title: "What is your phone number?",
  },
  number: {
    text: "A number, with an optional unit and limits.",
    synonyms: "amount quantity price age integer decimal numeric",
    title: "How many people work with you?",
  },
  date: {
    text: "A date, a date with a time, or a time. Limits can be fixed dates or days from today.",
    synonyms: "day calendar birthday time clock hour appointment deadline",
    title: "When would you like to start?",
  },
  multiple_choice: {
    text: "One option from a list. All options are visible.",
    synonyms: "radio single choice select option pick one",
    title: "How did you hear about us?",
  },
  dropdown: {
    text: "One option from a long list, such as countries.",
    synonyms: "select menu combo box list country",
    title: "Where do you live?",
  },
  yes_no: {
    text: "A quick decision between two answers.",
    synonyms: "boolean toggle true false legal consent agree", // words: ok
    title: "May we contact you?",
  },
  checkbox: {
    text: "Several options from a list.",
    synonyms: "checkboxes multi select multiple tick options consent", // words: ok
    title: "Which of these do you use?",
  },
  picture_choice: {
    text: "Options shown as images.",
    synonyms: "image photo gallery visual",
    title: "Which one do you like best?",
  },
  ranking: {
    text: "Options that respondents put in order of preference.",
    synonyms: "order sort priority prefer rank",
    title: "What matters most to you?",
  },
  star_rating: {
    text: "Three to ten stars.",
    synonyms: "review score satisfaction csat",
    title: "How was your visit?",
  },
  number_scale: {
    text: "A range of numbers, one button for each.",
    synonyms: "slider range percent scale",
    title: "How much do you agree?",
  },
  opinion_scale: {
    text: "A row of numbers with a label at each end. Use 0–10 to measure Net Promoter Score.",
    synonyms: "nps net promoter score likert rating recommend scale",
    title: "How likely are you to recommend us?",
  },
  emoji_rating: {
    text: "A face for each feeling.",
    synonyms: "smiley mood face satisfaction reaction csat",
    title: "How do you feel today?",
  },
  matrix: {
    text: "Several rows with the same set of answers.",
    synonyms: "grid table likert rows columns",
    title: "How much do you agree?",
  },
  file_upload: {
    text: "Files such as documents, photos of a camera, or a signature.",
    synonyms: "attachment document photo camera image pdf resume signature sign draw",
    title: "Upload your documents",
  },
  records: {
    text: "The same fields for several people or things, as rows that respondents add.",
    synonyms: "repeating group repeat rows table list household people items matrix",
    title: "Who lives in your household?",
  },
};
