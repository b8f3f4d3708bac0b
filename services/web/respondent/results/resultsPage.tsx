import type { PublicResultQuestion, PublicResults } from "../../../../shared/api/shapes/results.ts";
import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import { replaceRecalls } from "../../../../shared/domain/graph/recalls.ts";
import { fewestAnswers } from "../../../../shared/domain/limits.ts";
import { compileQuestion } from "../../../../shared/domain/questions/index.ts";
import { matrixCell } from "../../../../shared/domain/questions/matrixCell.ts";
import type { CompiledQuestion, Domain, QuestionNode } from "../../../../shared/domain/questions/question.ts";
import { wordsFor } from "../../../../shared/languages/languages.ts";
import { results as texts } from "../../../../shared/languages/results.ts";
import { fill, numeral, wordsLang, wordsLocale } from "../words.ts";

interface Props {
  form: PublicForm;
  results: PublicResults;
}

const wordsNow = () => texts[wordsFor(wordsLocale())];

/** Public results (features §24.1), with the titles and labels of the form's language that is shown. */
export function ResultsPage({ form, results: { title, updated_at, completed, questions } }: Props) {
  const words = wordsNow();
  const time = new Date(updated_at).toLocaleString(wordsLocale(), {
    calendar: "gregory",
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const charts = questions.map((question) => chartsOf(form, question));
  const widths = widthsOf(charts);
  return (
    <div class="results-page">
      <main>
        <header>
          <p class="results-head">
            {form.theme.logo_url ? (
              <img class="page-logo" src={form.theme.logo_url} alt="" />
            ) : (
              <strong dir="auto">{form.form.title}</strong>
            )}
            <span class="results-about" lang={wordsLang()}>
              {fill(words.updated, { time: `${time} UTC` })}
            </span>
          </p>
          <h1 dir="auto">{title}</h1>
          <p class="results-whole" lang={wordsLang()}>
            {fill(words.responses, { count: numeral(completed) })}
          </p>
        </header>
        {charts.map((chart, at) => (
          <Question key={chart.question.node_id} {...chart} completed={completed} isWide={widths[at] === "whole"} />
        ))}
        <footer class="results-about" lang={wordsLang()}>
          {fill(words.none, { count: numeral(fewestAnswers) })}
        </footer>
      </main>
    </div>
  );
}

interface Charts {
  question: PublicResultQuestion;
  title: string;
  /** null if the form no longer has it */
  compiled: CompiledQuestion | null;
  groups: readonly Group[];
  steps: readonly Row[];
}

function chartsOf(form: PublicForm, question: PublicResultQuestion): Charts {
  const node = form.graph.nodes.find(({ id }) => id === question.node_id);
  const compiled = node ? compileQuestion(node as QuestionNode) : null;
  return {
    question,
    title: replaceRecalls(node?.data.title ?? question.title, () => "…"),
    compiled,
    groups: groupsOf(question.counts ?? [], compiled),
    steps: stepsOf(question, compiled?.domain),
  };
}

/** Charts of choices take half of a line, or the whole one if no other half follows. */
function widthsOf(charts: readonly Charts[]): ("half" | "whole")[] {
  const widths: ("half" | "whole")[] = [];
  const isWide = ({ steps, groups }: Charts) => steps.length > 0 || groups.length > 1;
  for (let at = 0; at < charts.length; at++) {
    const [chart, next] = [charts[at] as Charts, charts[at + 1]];
    if (isWide(chart) || !next || isWide(next)) widths.push("whole");
    else {
      widths.push("half", "half");
      at++;
    }
  }
  return widths;
}

interface QuestionProps extends Charts {
  /** completed responses */
  completed: number;
  isWide: boolean;
}

/** Shares are of all responses where the number of answers isn't shown. */
function Question({ question, title, compiled, groups, steps, completed, isWide }: QuestionProps) {
  const words = wordsNow();
  const { answered, counts, histogram, statistics, nps } = question;
  const unit = typeof compiled?.config.unit === "string" ? ` ${compiled.config.unit}` : "";
  const areLeftOut = counts ? counts.length < (compiled?.labels.size ?? 0) : !histogram?.length;
  // a row without figures says it in its place
  const areAllRowsShown = groups.every(({ title: row, rows }) => row === undefined || rows.length > 0);
  const about = [
    answered !== undefined && fill(words.answers, { count: numeral(answered) }),
    statistics?.mean != null && fill(words.average, { number: short(statistics.mean) + unit }),
    statistics?.median != null && fill(words.median, { number: short(statistics.median) + unit }),
  ];
  return (
    <section class={isWide ? "results-wide" : undefined}>
      <h2 dir="auto">{title}</h2>
      {question.question_type === "ranking" && <About>{words.rankedFirst}</About>}
      <div class="results-figures">
        {nps?.score != null && <Gauge score={nps.score} />}
        {groups.map((group) => (
          <Chart key={group.title} {...group} whole={answered ?? completed} />
        ))}
        <Chart rows={steps} isSteps whole={answered ?? completed} />
      </div>
      <About>{about.filter(Boolean).join(" · ")}</About>
      {areLeftOut && areAllRowsShown && <About>{words.revealing}</About>}
    </section>
  );
}

const About = ({ children }: { children: string }) => (
  <p class="results-about" lang={wordsLang()}>
    {children}
  </p>
);

interface Row {
  label: string;
  count: number;
}

interface Group {
  /** row of a matrix */
  title?: string;
  rows: readonly Row[];
}

type Counts = NonNullable<PublicResultQuestion["counts"]>;

/** Returns the counts by row of a matrix, and those of other values, such as of older versions, in a group without a title. */
function groupsOf(counts: Counts, question: CompiledQuestion | null): Group[] {
  const left = new Map(counts.map((count) => [count.value, count]));
  const groups = matrixRows(question).map(({ title, cells }) => {
    const shown = cells.filter(({ value }) => left.has(value));
    const rows = shown.map(({ value, label }) => ({ label, count: left.get(value)?.count ?? 0 }));
    for (const { value } of shown) left.delete(value);
    return { title, rows };
  });
  const others = [...left.values()].map(({ value, label, count }) => ({
    label: value === null ? wordsNow().otherOption : (question?.labels.get(value) ?? label),
    count,
  }));
  return [...groups, { rows: others }];
}

/** Returns the rows of a matrix, whose counts are of cells. None for other questions. */
function matrixRows(question: CompiledQuestion | null) {
  const { domain, columns = [] } = question ?? {};
  if (domain?.family !== "row") return [];
  return domain.rows.map((row, at) => ({
    title: columns[at]?.label ?? row,
    cells: domain.columns.map((column) => ({
      value: matrixCell(row, column),
      label: question?.cells({ [row]: column }, "labels")[at] ?? column,
    })),
  }));
}

/** None of a single bucket, which says nothing. A bucket of numbers ends below its upper edge. Whole numbers are named by the last one in it, and steps of a scale are whole. */
function stepsOf(
  { question_type: type, histogram = [] }: PublicResultQuestion,
  domain: Domain | null | undefined,
): Row[] {
  if (histogram.length < 2) return [];
  const isWhole = domain?.family === "num" && Number.isInteger(domain.step);
  return histogram.map(({ from, to, count }) => {
    const isOpen = type === "number";
    const last = isOpen && isWhole ? Math.max(from, Math.ceil(to) - 1) : to;
    const dash = isOpen && !isWhole ? " – <" : from < 0 ? " – " : "–";
    return { label: from === last ? numeral(from) : `${numeral(from)}${dash}${numeral(last)}`, count };
  });
}

const short = (value: number): string => numeral(value, { maximumFractionDigits: 2 });

const shareOf = (count: number, whole: number): number => Math.min(1, count / whole);

const percent = (share: number): string => numeral(share, { style: "percent", maximumFractionDigits: 0 });

interface RowsProps {
  rows: readonly Row[];
  isSteps: boolean;
  whole: number;
}

const longestStep = 4;
/** px of a phone's card, of a character of a column's name, and between columns */
const [cardWidth, characterWidth, columnGap] = [240, 7, 6];

/** Returns whether columns with these names fit a phone. */
function doFit(rows: readonly Row[]): boolean {
  const longest = Math.max(...rows.map(({ label }) => label.length));
  return longest <= longestStep && rows.length * (longest * characterWidth + columnGap) <= cardWidth;
}

/** Steps of numbers with short names are columns, the rest bars. */
function Chart({ title, rows, isSteps = false, whole }: Group & { isSteps?: boolean; whole: number }) {
  if (rows.length === 0 && title === undefined) return null;
  const Rows = isSteps && doFit(rows) ? Columns : Bars;
  return (
    <div class="results-chart">
      {title !== undefined && <h3 dir="auto">{title}</h3>}
      {rows.length > 0 ? <Rows rows={rows} isSteps={isSteps} whole={whole} /> : <About>{wordsNow().revealing}</About>}
    </div>
  );
}

const Figure = ({ count, whole }: { count: number; whole: number }) => (
  <span class="results-count">
    {numeral(count)} <strong>{percent(shareOf(count, whole))}</strong>
  </span>
);

/** The policy allows no inline styles, so a bar is as wide as an attribute says. On paper, it stays. */
const Bars = ({ rows, isSteps, whole }: RowsProps) => (
  <ul class="results-bars">
    {rows.map(({ label, count }) => (
      <li key={label}>
        {/* steps, like those of columns, run in the page's direction */}
        <span dir={isSteps ? undefined : "auto"}>{label}</span>
        <Figure count={count} whole={whole} />
        <svg aria-hidden="true">
          <rect width="100%" height="100%" rx="5" />
          <rect class="results-bar" width={`${shareOf(count, whole) * 100}%`} height="100%" rx="5" />
        </svg>
      </li>
    ))}
  </ul>
);

/** Steps with short names stand beside each other, the most frequent one as high as the chart. */
function Columns({ rows, whole }: RowsProps) {
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <ul class="results-columns">
      {rows.map(({ label, count }) => (
        <li key={label}>
          <Figure count={count} whole={whole} />
          <svg aria-hidden="true">
            <rect
              class="results-bar"
              width="100%"
              y={`${(1 - count / most) * 100}%`}
              height={`${(count / most) * 100}%`}
              rx="4"
            />
          </svg>
          <span class="results-step">{label}</span>
        </li>
      ))}
    </ul>
  );
}

const scoreName = "NPS";
const arc = "M16 92a76 76 0 0 1 152 0";

/** The Net Promoter Score on its scale from −100 to 100. */
const Gauge = ({ score }: { score: number }) => (
  <div class="results-gauge">
    <svg aria-hidden="true" viewBox="0 0 184 104">
      <path d={arc} />
      <path class="results-bar" d={arc} pathLength={200} stroke-dasharray={`${score + 100} 300`} />
    </svg>
    <p>
      <strong>{numeral(Math.round(score), { signDisplay: "exceptZero" })}</strong> {scoreName}
    </p>
  </div>
);
