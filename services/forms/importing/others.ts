import { isObject } from "../../../shared/domain/json.ts";
import { Refusal } from "./refusal.ts";
import { record, records, text } from "./values.ts";

/** Files of other tools that aren't imported. They are refused by name, with a way that works. */

const asXlsform = "write its questions in an XLSForm (.xlsx), and import that";

const ways = {
  "a LimeSurvey survey as a table": "export its survey structure (.lss), and import that",
  "an XForm of ODK": "import the XLSForm (.xlsx) that it was made from, which KoboToolbox and ODK Central can download",
  "a project of REDCap": "download its data dictionary (.csv), and import that",
  "a Typebot flow": asXlsform,
  "a Jotform form": asXlsform,
  "a form of Microsoft Forms": asXlsform,
} as const;

type Other = keyof typeof ways;

/** Throws a Refusal for a JSON document of a tool that isn't imported. */
export function refuseOtherJson(document: unknown): void {
  const other = isObject(document) ? otherOf(document) : null;
  if (other) refuse(other);
}

/** Throws a Refusal for XML or a table of a tool that isn't imported. */
export function refuseOtherText(source: string): void {
  const head = source.slice(0, 4_000);
  if (/^\uFEFF?"?id"?\t"?related_id"?\t"?class"?\t/.test(head)) refuse("a LimeSurvey survey as a table");
  if (/<(?:\w+:)?html[\s>]/.test(head) && head.includes("http://www.w3.org/2002/xforms")) refuse("an XForm of ODK");
  if (/<ODM\s/.test(head) && /redcap/i.test(head)) refuse("a project of REDCap");
}

function refuse(other: Other): never {
  throw new Refusal(`file: is ${other}, which can't be imported; ${ways[other]}`);
}

function otherOf(document: Record<string, unknown>): Other | null {
  if (records(document.groups).some(({ blocks }) => Array.isArray(blocks)) && Array.isArray(document.edges))
    return "a Typebot flow";
  const { content } = document;
  if ([content, document.questions, record(content).questions].some(hasControls)) return "a Jotform form";
  const isMicrosoft = questionsOf(document).some(({ type }) => text(type).startsWith("Question."));
  return isMicrosoft ? "a form of Microsoft Forms" : null;
}

/** Questions in the document, or in its `data` or `form`. */
const questionsOf = (document: Record<string, unknown>) =>
  [document, record(document.data), record(document.form)].flatMap((one) => records(one.questions));

const hasControls = (questions: unknown): boolean =>
  isObject(questions) && Object.values(questions).some((one) => text(record(one).type).startsWith("control_"));
