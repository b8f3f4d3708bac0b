import type { QuestionInsight } from "../../../../shared/api/shapes/insights.ts";
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { Chart } from "../../ui/plots/chart.tsx";
import { gaugeArcs, gaugePoint } from "./gauge.ts";
import { PlotTable } from "./plotTable.tsx";
import styles from "./promoterScore.module.css";
import { QuestionTitle } from "./questionTitle.tsx";

type Nps = NonNullable<QuestionInsight["nps"]>;

interface Props {
  question: QuestionInsight & { nps: Nps };
  /** undefined until it is loaded */
  node: GraphNode | undefined;
}

const groups = ["detractors", "passives", "promoters"] as const;

/** Net Promoter Score of one question: the score on a half circle, its groups as one bar. */
export function PromoterScore({ question: { title, nps }, node }: Props) {
  const all = groups.reduce((sum, group) => sum + nps[group], 0);
  const name = title || words.noTitle;
  return (
    <Chart
      title={words.nps}
      actions={<span>{words.answers(all)}</span>}
      table={() => (
        <PlotTable
          caption={words.nps}
          columns={[
            {
              title: words.npsGroup,
              cell: (group) => `${words.npsGroups[group]} ${words.npsAnswers[group]}`,
            },
            { title: words.answersColumn, cell: (group) => numberText(nps[group]), isNumber: true },
            { title: words.share, cell: (group) => percentText(nps[group] / all), isNumber: true },
          ]}
          rows={groups}
          keyOf={(group) => group}
        />
      )}
    >
      <p className={styles.question} dir="auto" title={name}>
        <QuestionTitle title={title} node={node} />
      </p>
      {nps.score !== null && <Gauge score={nps.score} question={name} />}
      <div aria-hidden="true" className={styles.bar}>
        {groups.map((group) => (
          <span key={group} data-group={group} style={{ flexGrow: nps[group] }} />
        ))}
      </div>
      <dl className={styles.groups}>
        {groups.map((group) => (
          <div key={group} data-group={group}>
            <dt>
              {words.npsGroups[group]} {words.npsAnswers[group]}
            </dt>
            <dd>{percentText(nps[group] / all)}</dd>
          </div>
        ))}
      </dl>
    </Chart>
  );
}

function Gauge({ score, question }: { score: number; question: string }) {
  const { x, y } = gaugePoint(score);
  const text = words.npsScore(score);
  return (
    <svg
      role="img"
      aria-label={words.npsLabel(text, question)}
      className={styles.gauge}
      viewBox="0 0 220 126"
      direction="ltr"
    >
      {gaugeArcs.map(({ group, d }) => (
        <path key={group} data-group={group} d={d} />
      ))}
      <circle cx={x} cy={y} r="11" />
      <text className={styles.score} x="110" y="92">
        {text}
      </text>
      <text className={styles.range} x="110" y="114">
        {words.npsRange}
      </text>
    </svg>
  );
}
