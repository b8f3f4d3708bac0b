/** decisions §4 */
export const nodeLimit = 1000;
export const edgeLimit = 5000;
/** nesting levels and comparisons of one condition (decisions §4.2) */
export const conditionDepthLimit = 5;
export const conditionLeafLimit = 50;
/** comparisons of all `show_if` and `valid_if` of a graph (features §11.1) */
export const guardLeafLimit = 20_000;
/** rules of one node (features §11.2) */
export const validIfLimit = 5;
/** pages of a graph, and nodes of a page (features §11.3) */
export const pageLimit = 300;
export const pageNodeLimit = 50;
/** languages of `graph.translations`, and bytes of JSON of one (features §13) */
export const languageLimit = 20;
export const languageBytesLimit = 1024 * 1024;
/** bytes of JSON of a graph without its translations (decisions §4), and of a draft with them (features §13) */
export const graphBytesLimit = 1024 * 1024;
export const draftBytesLimit = 8 * 1024 * 1024;
export const calculationLimit = 100;
export const bandLimit = 20;
/** parts of one calculation, and of all calculations of a graph (features §12) */
export const partLimit = 200;
export const calculationPartLimit = 2_000;
/** nested operations of a calculation; numbers and references don't count */
export const expressionDepthLimit = 16;
/** characters of a hidden field's value (decisions §5) */
export const hiddenValueLimit = 1_000;
/** hidden fields of a graph, and so of a response */
export const hiddenFieldLimit = 50;
/** bytes of JSON of all answers and hidden fields of a session (decisions §4.1) */
export const sessionBytesLimit = 256 * 1024;
/** significant digits of a number, which a double keeps */
export const digitLimit = 17;
/** characters of a language's tag */
export const languageTagLimit = 35;
/** characters of the reference of a personal link (features §15) */
export const referenceLimit = 200;
/** characters of an email address */
export const addressLimit = 254;
/** characters of a respondent's user agent, the rest is cut off */
export const userAgentLimit = 512;
/** fields of a records question, and rows of an answer (features §18.2) */
export const recordFieldLimit = 20;
export const recordRowLimit = 50;
/** points of one answer, so that the total fits a 32-bit integer (decisions §4.3) */
export const awardLimit = 2_000_000;
/** problems per analysis (decisions §4.4) */
export const problemLimit = 100;

/** approximate characters of a problem's or error's message */
const messageLimit = 500;

/** Shortens a message by omitting its middle, because names in it can have any length. */
export function shortened(text: string): string {
  if (text.length <= messageLimit) return text;
  const half = messageLimit / 2;
  return `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed();
}

/** Maximum `limit` of an option (wants §22). */
export const placesLimit = 1_000_000;

/** Maximum tags of a response, and characters of each and of its note (features §18.1 "Annotations"). */
export const tagLimit = 20;
export const tagLength = 50;
export const noteLength = 5_000;
/** Public results: fewest answers of a question, or of a row of a matrix, and fewest people of a figure (features §24.1). */
export const fewestAnswers = 5;
export const fewestPeople = 3;
