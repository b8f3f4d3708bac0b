import type { Answer, SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import { isDate, longDate } from "../../../shared/domain/dates.ts";
import { parseLine } from "../../../shared/domain/graph/markup/parse.ts";
import { hasMarkup } from "../../../shared/domain/graph/markup/texts.ts";
import { type Inline, withStrings } from "../../../shared/domain/graph/markup/tree.ts";
import { recallsOf } from "../../../shared/domain/graph/recallKinds.ts";
import { replaceRecalls } from "../../../shared/domain/graph/recalls.ts";
import type { Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { calculationIn, type Spoken, writtenIn } from "../../../shared/domain/graph/written.ts";
import type { AnswerLine, Part } from "../../../shared/domain/mail/letter.ts";
import type { MailTheme } from "../../../shared/domain/mail/letterLook.ts";
import { takesFiles } from "../../../shared/domain/questions/index.ts";
import { mailWords } from "../../../shared/languages/mails.ts";
import { filled } from "../../../shared/languages/words.ts";
import { answerTexts } from "../types/answers.ts";

/** Values that an email's texts can recall. */
export interface MailContext {
  form: { title: string; slug: string };
  /** Events recorded before forms had calculations carry none. */
  session: Omit<SessionDetail, "calculations"> & Partial<Pick<SessionDetail, "calculations">>;
  /** with plain texts */
  graph: Graph;
  /** as the version has it; absent from samples */
  source?: Graph;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Names of uploaded files by URL, in a respondent's copy. Null in an owner's email, which links them. */
  fileNames: ReadonlyMap<string, string> | null;
  /** of a copy to the respondent (BCP 47); null for owners */
  language?: string | null;
  /** Writes numbers, days and default labels in that language. Without it, they are as in exports. */
  spoken?: Spoken | null;
  /** of a copy to the respondent; absent from copies of the previous release */
  theme?: MailTheme | undefined;
  /** the form's own language */
  ownLanguage?: string | null;
  /** keys of texts that have no translation to `language` */
  untranslated?: ReadonlySet<string>;
}

/** Returns the language of a form's text by its key, unless it is that of the letter or isn't known. */
export type LanguageOf = (key: string) => string | undefined;

const pattern = recallsOf(["answer", "hidden", "calculation", "band", "form", "response"]);

/** Fills the recalls of a template, part by part. Inserted text is never expanded again. */
export function* fill(template: string, context: MailContext): Generator<Part> {
  let end = 0;
  for (const match of template.matchAll(pattern)) {
    const [whole, kind = "", name = ""] = match;
    const recalled = recall(kind, name, context);
    if (!recalled) continue;
    yield* [{ text: template.slice(end, match.index) }, ...recalled].filter(isFilled);
    end = match.index + whole.length;
  }
  yield* [{ text: template.slice(end) }].filter(isFilled);
}

const isFilled = (part: Part): boolean => !("text" in part && part.text === "");

export const plain = (parts: Iterable<Part>): string =>
  [...parts].map((part) => ("text" in part ? part.text : part.url)).join("");

/** Null if the template's text stays. */
function recall(kind: string, name: string, context: MailContext): Part[] | null {
  const { form, session } = context;
  if (kind === "form") return name === "title" ? [{ text: form.title }] : null;
  if (kind === "response") return name === "url" ? [linkTo(responseUrl(context))] : null;
  if (kind === "hidden") return [{ text: Object.hasOwn(session.hidden, name) ? (session.hidden[name] ?? "") : "" }];
  if (kind === "answer") return joined(valuesOf(name, context));
  return [{ text: calculated(kind, name, context) }];
}

const linkTo = (url: string): Part => ({ url, label: url });

export const responseUrl = ({ baseUrl, form, session }: Pick<MailContext, "baseUrl" | "form" | "session">): string =>
  `${baseUrl}/forms/${form.slug}/responses/${session.id}`;

/** Returns the text of a calculation's value or band, empty if unknown (features §12). */
function calculated(kind: string, key: string, { session, graph, spoken }: MailContext): string {
  const results = session.calculations ?? {};
  const result = Object.hasOwn(results, key) ? results[key] : undefined;
  const value = result?.value ?? null;
  if (kind === "calculation" && spoken && value !== null) return calculationIn(spoken.language, value);
  if (kind === "calculation") return value?.toString() ?? "";
  const bands = graph.calculations?.find((calculation) => calculation.key === key)?.bands ?? [];
  return bands.find((band) => band.key === result?.band)?.label ?? "";
}

/** Characters of an answer that a title recalls (features §17). Titles could repeat a long answer thousands of times. */
const recalledLimit = 300;

/** Returns the answers on the session's path, with their questions' titles, one at a time. */
export function* answerLines(context: MailContext, languageOf: LanguageOf = () => undefined): Generator<AnswerLine> {
  const { graph, session } = context;
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const titles = titlesOf(context);
  for (const answer of session.answers) {
    const node = nodes.get(answer.node_id);
    const recalled = (text: string) =>
      replaceRecalls(text, (kind, name) => cut(plain(recall(kind, name, context) ?? []), recalledLimit));
    const title = withStrings(titles(answer.node_id) ?? [answer.node_id], recalled);
    const key = valueKey(answer, node);
    const languages = {
      title: languageOf(`${answer.node_id}.title`),
      values: key === null ? undefined : languageOf(key),
    };
    yield { title, values: partsOf(answer, node, context), languages };
  }
}

/** Returns a function that has the tree of a node's title, before recalls. */
function titlesOf({ graph, source = graph }: MailContext): (nodeId: string) => Inline[] | undefined {
  const titles = new Map(source.nodes.map(({ id, data }) => [id, data.title]));
  return (nodeId) => {
    const title = titles.get(nodeId);
    return title === undefined ? undefined : hasMarkup(source) ? parseLine(title) : [title];
  };
}

/** Returns the key of the text that an answer is read as; null for a text of the respondent. */
function valueKey({ node_id, answer }: Answer, node: GraphNode | undefined): string | null {
  const { options, ...config } = node?.data.config ?? {};
  const [first] = [answer].flat();
  if (Array.isArray(options)) return `${node_id}.options.${first}`;
  return `${first}_label` in config ? `${node_id}.${first}_label` : null;
}

/** Returns a text of up to so many characters, and a sign if it is cut. */
export const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit).toWellFormed()}…`;

function valuesOf(nodeId: string, context: MailContext): Part[] {
  const answer = context.session.answers.find(({ node_id }) => node_id === nodeId);
  const node = context.graph.nodes.find(({ id }) => id === nodeId);
  return answer ? partsOf(answer, node, context) : [];
}

const joined = (values: readonly Part[]): Part[] =>
  values.flatMap((value, index) => (index === 0 ? [value] : [{ text: "; " }, value]));

function partsOf(answer: Answer, node: GraphNode | undefined, { fileNames, language, spoken }: MailContext): Part[] {
  if (!takesFiles(answer.question_type) || !Array.isArray(answer.answer)) {
    const written = spoken && node ? writtenIn(spoken, node, answer.answer as Json) : dayIn(answer);
    return (written === undefined ? answerTexts(answer, node) : [written]).map((text) => ({ text }));
  }
  const { file, signed } = mailWords(language ?? "en").words;
  // the name of its file says nothing
  if (fileNames && node?.data.config?.input === "draw") return [{ text: signed }];
  return answer.answer.map((url, index): Part => {
    const address = withoutSignature(String(url));
    const label = filled(file, { number: String(index + 1) });
    return fileNames ? { text: fileNames.get(address) ?? label } : { url: address, label };
  });
}

/** A date as an owner reads it. Other answers are as in exports. */
const dayIn = ({ question_type: type, answer }: Answer): string | undefined =>
  type === "date" && isDate(answer) ? longDate(answer, "en") : undefined;

/** Owners sign in to open a file, so an email that is forwarded opens none. */
export const withoutSignature = (url: string): string => url.split("?")[0] ?? url;
