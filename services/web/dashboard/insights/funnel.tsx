import { useState } from "react";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { Insights } from "../../../../shared/domain/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { durationText, numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { DataTable } from "../../ui/dataTable.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Plot } from "../../ui/plots/plot.tsx";
import { Shares } from "../../ui/plots/shares.tsx";
import { Section } from "../../ui/section.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { type FunnelRow, funnelRows } from "./funnelRows.ts";
import styles from "./insights.module.css";
import type { FunnelView } from "./insightsSearch.ts";
import { FunnelFigures, NodeName } from "./nodeName.tsx";
import { ShowMore } from "./showMore.tsx";
import { Walk } from "./walk.tsx";

interface Props {
  insights: Pick<Insights, "funnel" | "questions">;
  /** of the version whose funnel it is; undefined: not known yet */
  graph: Pick<Graph, "nodes" | "edges" | "entry_node_id"> | undefined;
  note: string | null;
  funnel: FunnelView;
  onFunnel: (funnel: FunnelView) => void;
}

const pageSize = 50;

const legend = [
  { series: "main", text: words.went.answered },
  { series: "second", text: words.went.skipped },
  { series: "marked", text: words.went.left },
] as const;

/** Node by node: how many came, answered, skipped it or left there. */
export function Funnel({ insights, graph, note, funnel, onFunnel }: Props) {
  const rows = funnelRows(insights, funnel === "lost" ? "lost" : "form");
  const view = <SelectField label={words.view} value={funnel} options={words.views} onChange={onFunnel} />;
  return (
    <Section title={words.funnel} actions={view}>
      {note && <p className={mutedClass}>{note}</p>}
      <Plot title={words.funnel} table={() => <FunnelTable rows={rows} />}>
        {funnel === "walk" && graph ? <Walk rows={rows} graph={graph} /> : <FunnelBars rows={rows} />}
      </Plot>
    </Section>
  );
}

function FunnelBars({ rows }: { rows: readonly FunnelRow[] }) {
  const [shown, setShown] = useState(pageSize);
  const top = Math.max(1, ...rows.map(({ reached }) => reached));
  return (
    <>
      <div className={styles.columns}>
        <Shares
          label={words.funnel}
          legend={legend}
          areFiguresBelow
          top={top}
          shares={rows.slice(0, shown).map((row) => ({
            key: row.node_id,
            label: <NodeName row={row} />,
            parts: [
              { series: "main", value: row.went },
              { series: "second", value: row.skipped },
              { series: "marked", value: row.left },
            ],
            figures: <FunnelFigures row={row} />,
          }))}
        />
      </div>
      <ShowMore shown={shown} all={rows.length} step={pageSize} onShow={setShown} />
    </>
  );
}

function FunnelTable({ rows }: { rows: readonly FunnelRow[] }) {
  const { funnelColumns: columns } = words;
  return (
    <DataTable
      caption={words.funnel}
      columns={[
        {
          title: columns.question,
          cell: ({ number, title }) => (
            <span className={styles.whole} dir="auto">
              {number}. {title || words.noTitle}
            </span>
          ),
        },
        { title: columns.reached, cell: ({ reached }) => numberText(reached), isNumber: true },
        {
          title: columns.answered,
          cell: ({ isScreen, answered }) => (isScreen ? "–" : numberText(answered)),
          isNumber: true,
        },
        {
          title: columns.skipped,
          cell: ({ isScreen, skipped }) => (isScreen ? "–" : numberText(skipped)),
          isNumber: true,
        },
        { title: columns.left, cell: ({ left }) => numberText(left), isNumber: true },
        { title: columns.rate, cell: ({ drop_off_rate: rate }) => percentText(rate), isNumber: true },
        { title: columns.time, cell: ({ median_seconds: seconds }) => durationText(seconds), isNumber: true },
      ]}
      rows={rows}
      keyOf={({ node_id: id }) => id}
    />
  );
}
