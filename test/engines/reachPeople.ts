import { chain, type SampleNode } from "../support/sampleGraphs.ts";

/** 500 customers, the survey about them, and what each of them answers. */
export interface Person {
  reference: string;
  name: string;
  email: string;
  /** language of the link; empty: the form's own */
  language: "en" | "de" | "";
  answers: { score: number; why: string; again: "yes" | "no" };
}

const languages = ["en", "de", ""] as const;

export const people: readonly Person[] = Array.from({ length: 500 }, (_, at) => ({
  reference: `C-${1000 + at}`,
  name: `Person ${at}`,
  email: `person${at}@customer.example`,
  language: languages[at % 3] ?? "",
  answers: { score: at % 11, why: `Because of ${at}`, again: at % 2 === 0 ? "yes" : "no" },
}));

const titled = (id: string, questionType: string, title: string, isRequired = false): SampleNode => ({
  id,
  question_type: questionType,
  data: { title, is_required: isRequired, config: {} },
});

/** Texts of the survey by the language of a person. */
export const texts = {
  en: { score: "Would you recommend us?", why: "What is the reason?", again: "May we ask again?", end: "Thank you" },
  de: { score: "Würdest du uns empfehlen?", why: "Woran liegt das?", again: "Dürfen wir wieder fragen?", end: "Danke" },
} as const;
export const textsOf = ({ language }: Person) => texts[language || "en"];
const pageWords = {
  en: { yes: "Yes", no: "No", leave: "Unsubscribe", left: "Unsubscribed", answer: "Answer the form" },
  de: { yes: "Ja", no: "Nein", leave: "Abmelden", left: "Abgemeldet", answer: "Formular ausfüllen" },
} as const;
/** Words of the product in the language of a person. */
export const wordsOf = ({ language }: Person) => pageWords[language || "en"];

/** The survey as a file that the dashboard imports. */
export const survey = {
  ...chain(
    titled("score", "opinion_scale", texts.en.score, true),
    titled("why", "short_text", texts.en.why),
    titled("again", "yes_no", texts.en.again),
  ),
  hidden_fields: ["first_name"],
  translations: { de: Object.fromEntries(Object.entries(texts.de).map(([id, title]) => [`${id}.title`, title])) },
};
survey.nodes[3] = { ...(survey.nodes[3] as SampleNode), data: { title: texts.en.end, config: {} } };

/** Rows of the customers' file with a typing error each, by their index, and what is right. */
export const wrong = {
  address: { at: 39, text: "person39@customer", right: "person39@customer.example" },
  reference: { at: 116, text: "C-1000", right: "C-1116" },
  language: { at: 388, text: "xx", right: "de" },
};

/** The file: a row each, three of them with an error, and one person twice. */
export function customersCsv(): string {
  const rows = people.map(({ reference, name, email, language }, at) => [
    at === wrong.reference.at ? wrong.reference.text : reference,
    name,
    at === wrong.address.at ? wrong.address.text : email,
    at === wrong.language.at ? wrong.language.text : language,
  ]);
  const lines = [["Reference", "First name", "Email", "Language"], ...rows, rows[7] ?? []];
  return `${lines.map((cells) => cells.join(",")).join("\r\n")}\r\n`;
}
