import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { QuestionInsight } from "../../../../shared/domain/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { DataTable } from "../../ui/dataTable.tsx";
import { useFollow } from "../../ui/follow.ts";
import { mutedClass } from "../../ui/muted.ts";
import { AsTable } from "../../ui/plots/plot.tsx";
import { RangePlot } from "../../ui/plots/rangePlot.tsx";
import { Shares } from "../../ui/plots/shares.tsx";
import { type Distribution, type Matrix, matrixOf, type Statistics, scaleEnds, shownBars } from "./distributions.ts";
import styles from "./insights.module.css";

interface Props {
  question: QuestionInsight;
  /** undefined: not known yet */
  node: GraphNode | undefined;
  hrefOf: (value: string) => string;
}

/** What a question's answers come to, by what the service counts of its type; of a text nothing. */
export function Answers({ question, node, hrefOf }: Props) {
  const { title, distribution, statistics, answers } = question;
  if (statistics) return <Numbers statistics={statistics} node={node} />;
  if (!distribution) return null;
  const matrix = matrixOf(distribution, node);
  if (matrix) return <Cells title={title || words.noTitle} matrix={matrix} hrefOf={hrefOf} />;
  return (
    <Choices
      title={title || words.noTitle}
      type={question.question_type}
      answers={answers}
      distribution={distribution}
      hrefOf={hrefOf}
    />
  );
}

function Numbers({ statistics, node }: { statistics: Statistics; node: GraphNode | undefined }) {
  const { min, max, mean, median } = statistics;
  if (min === null || max === null || mean === null || median === null) return null;
  const text = (of: keyof Statistics) => numberText(statistics[of]);
  const names = ["min", "median", "mean", "max"] as const;
  return (
    <>
      <RangePlot
        label={words.statisticsLabel(text("min"), text("max"), text("mean"), text("median"))}
        ends={scaleEnds(statistics, node)}
        {...{ min, max, mean, median }}
      />
      <dl className={styles.statistics}>
        {names.map((name) => (
          <div key={name} data-figure={name}>
            <dt>{words.statistics[name]}</dt>
            <dd>{text(name)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface ChoicesProps {
  title: string;
  type: string;
  answers: number;
  distribution: Distribution;
  hrefOf: (value: string) => string;
}

function Choices({ title, type, answers, distribution, hrefOf }: ChoicesProps) {
  const follow = useFollow();
  const bars = shownBars(distribution);
  const sum = distribution.reduce((all, { count }) => all + count, 0);
  const notes = [
    type === "ranking" && words.rankedFirst,
    sum > answers && words.severalPossible,
    bars.length < distribution.length && words.mostFrequent(bars.length, distribution.length),
  ].filter((note) => note !== false);
  return (
    <>
      {notes.length > 0 && <p className={mutedClass}>{notes.join(" ")}</p>}
      <Shares
        label={words.distributionLabel(title)}
        top={Math.max(1, answers)}
        shares={bars.map(({ value, label, count }) => ({
          key: value ?? "",
          label:
            // other texts have no value in common
            value === null ? (
              <span className={styles.clamped} dir="auto" title={label}>
                {label}
              </span>
            ) : (
              <a
                className={styles.clamped}
                dir="auto"
                title={label}
                href={hrefOf(value)}
                aria-label={words.showResponses(label)}
                onClick={follow}
              >
                {label}
              </a>
            ),
          parts: [{ series: "main", value: count }],
          figures: words.shareOf(count, count / answers),
        }))}
      />
      <AsTable title={title}>
        {() => (
          <DataTable
            caption={words.distributionLabel(title)}
            columns={[
              {
                title: words.answer,
                cell: ({ label }) => (
                  <span className={styles.whole} dir="auto">
                    {label}
                  </span>
                ),
              },
              { title: words.answersColumn, cell: ({ count }) => numberText(count), isNumber: true },
              { title: words.share, cell: ({ count }) => percentText(count / answers), isNumber: true },
            ]}
            rows={distribution}
            keyOf={({ value }) => value ?? ""}
          />
        )}
      </AsTable>
    </>
  );
}

/** A plot that is a table: the more often a cell was chosen in its row, the fuller it is. */
function Cells({
  title,
  matrix: { columns, rows },
  hrefOf,
}: Pick<Props, "hrefOf"> & { title: string; matrix: Matrix }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section className={styles.cells} aria-label={words.distributionLabel(title)} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{words.distributionLabel(title)}</caption>
        <thead>
          <tr>
            <th scope="col">{words.row}</th>
            {columns.map((label, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one label
              <th key={at} scope="col" dir="auto">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, cells }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            <tr key={at}>
              <th scope="row" dir="auto">
                {label}
              </th>
              {cells.map(({ value, count }, place) => (
                <Cell
                  key={value}
                  count={count}
                  all={cells.reduce((sum, cell) => sum + cell.count, 0)}
                  href={hrefOf(value)}
                  name={words.showResponses(`${label}, ${columns[place]}: ${numberText(count)}`)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ count, all, href, name }: { count: number; all: number; href: string; name: string }) {
  const follow = useFollow();
  const share = all === 0 ? 0 : count / all;
  return (
    <td style={{ "--share": `${share * 40}%` } as React.CSSProperties}>
      <a href={href} aria-label={name} onClick={follow}>
        <strong>{numberText(count)}</strong>
      </a>{" "}
      {percentText(all === 0 ? null : share)}
    </td>
  );
}
