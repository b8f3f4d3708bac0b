import type { PublicResultQuestion, PublicResults } from "../../../../shared/api/shapes/results.ts";
import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import { replaceRecalls } from "../../../../shared/domain/graph/recalls.ts";
import { fewestAnswers, fewestPeople } from "../../../../shared/domain/limits.ts";
import { compileQuestion } from "../../../../shared/domain/questions/index.ts";
import type { QuestionNode } from "../../../../shared/domain/questions/question.ts";
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
  return (
    <div class="results-page">
      <main>
        <header>
          {form.theme.logo_url && <img class="page-logo" src={form.theme.logo_url} alt="" />}
          <h1 dir="auto">{title}</h1>
          <p class="results-about" lang={wordsLang()}>
            {fill(words.responses, { count: numeral(completed) })}
          </p>
        </header>
        {questions.length === 0 && (
          <section lang={wordsLang()}>{fill(words.none, { count: numeral(fewestAnswers) })}</section>
        )}
        {questions.map((question) => (
          <Question key={question.node_id} form={form} question={question} />
        ))}
        <footer class="results-about" lang={wordsLang()}>
          {fill(words.updated, { time: `${time} UTC` })}
        </footer>
      </main>
    </div>
  );
}

function Question({ form, question }: { form: PublicForm; question: PublicResultQuestion }) {
  const words = wordsNow();
  const node = form.graph.nodes.find(({ id }) => id === question.node_id);
  const labels = node && compileQuestion(node as QuestionNode).labels;
  const title = replaceRecalls(node?.data.title ?? question.title, () => "…");
  const { answered, counts, histogram, statistics, nps } = question;
  const rows = [
    ...(counts ?? []).map(({ value, label, count }) => ({
      label: value === null ? words.otherOption : (labels?.get(value) ?? label),
      count,
    })),
    ...(histogram ?? []).map(({ from, to, count }) => ({
      label: from === to ? numeral(from) : `${numeral(from)} – ${numeral(to)}`,
      count,
    })),
  ];
  return (
    <section>
      <h2 dir="auto">{title}</h2>
      <p class="results-about" lang={wordsLang()}>
        {fill(words.answers, { count: numeral(answered) })}
      </p>
      {rows.length > 0 ? (
        <Bars rows={rows} whole={answered} />
      ) : (
        <p lang={wordsLang()}>{fill(words.tooFew, { count: numeral(fewestPeople) })}</p>
      )}
      {(statistics || nps) && (
        <p class="results-about" lang={wordsLang()}>
          {[
            statistics?.mean != null && fill(words.average, { number: short(statistics.mean) }),
            statistics?.median != null && fill(words.median, { number: short(statistics.median) }),
            nps?.score != null && `NPS: ${numeral(Math.round(nps.score))}`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </section>
  );
}

const short = (value: number): string => numeral(value, { maximumFractionDigits: 2 });

const percent = (share: number): string => numeral(share, { style: "percent", maximumFractionDigits: 0 });

/** The policy allows no inline styles, so a bar is as wide as an attribute says. On paper, it stays. */
function Bars({ rows, whole }: { rows: readonly { label: string; count: number }[]; whole: number }) {
  const share = (count: number) => Math.min(1, count / whole);
  return (
    <ul class="results-bars">
      {rows.map(({ label, count }) => (
        <li key={label}>
          <span dir="auto">{label}</span>
          <span class="results-count">{`${numeral(count)} (${percent(share(count))})`}</span>
          <svg aria-hidden="true">
            <rect width="100%" height="100%" rx="4" />
            <rect class="results-bar" width={`${share(count) * 100}%`} height="100%" rx="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
