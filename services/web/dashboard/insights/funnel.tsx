import { useMemo, useState } from "react";
import type { WholeInsights } from "../../../../shared/api/shapes/insights.ts";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { durationText, none, numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { FollowedLink } from "../../ui/follow.tsx";
import { Chart } from "../../ui/plots/chart.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import type { SessionFilters } from "../form/sessionFilters.ts";
import { nodesById } from "./distributions.ts";
import styles from "./funnel.module.css";
import { FunnelBar, FunnelFigures, NodeName } from "./funnelParts.tsx";
import { type FunnelRow, funnelRows } from "./funnelRows.ts";
import type { FunnelView } from "./insightsSearch.ts";
import { useLinks } from "./links.ts";
import { PlotTable } from "./plotTable.tsx";
import { ShowMore } from "./showMore.tsx";
import { Walk } from "./walk.tsx";

interface Props {
  slug: string;
  filters: SessionFilters;
  insights: WholeInsights;
  /** of the version whose funnel it is; undefined: not loaded yet */
  graph: Pick<Graph, "nodes" | "edges" | "entry_node_id"> | undefined;
  note: string | null;
  funnel: FunnelView;
  onFunnel: (funnel: FunnelView) => void;
}

const pageSize = 50;

/** How many sessions reached each node, and how many dropped off there. */
export function Funnel({ slug, filters, insights, graph, note, funnel, onFunnel }: Props) {
  const rows = funnelRows(insights, funnel === "lost" ? "lost" : "form");
  const nodes = useMemo(() => nodesById(graph), [graph]);
  const top = Math.max(1, ...rows.map(({ reached }) => reached));
  return (
    <Chart
      title={words.funnel}
      actions={<Segmented label={words.view} value={funnel} options={words.views} onChange={onFunnel} />}
      table={() => <FunnelTable rows={rows} />}
    >
      <p className={styles.note}>
        {note} {graph?.edges.some(({ condition }) => condition) && words.branchNote}{" "}
        <NotCompleted slug={slug} filters={filters} sessions={insights.sessions} />
      </p>
      {funnel === "walk" && graph ? (
        <Walk rows={rows} top={top} graph={graph} />
      ) : (
        <FunnelList rows={rows} top={top} nodes={nodes} />
      )}
    </Chart>
  );
}

/** Links to the responses that are counted as dropped off. */
function NotCompleted({ slug, filters, sessions }: Pick<Props, "slug" | "filters"> & Pick<WholeInsights, "sessions">) {
  const { responsesHref } = useLinks();
  const statuses = (["in_progress", "abandoned"] as const).filter((status) => sessions[status] > 0);
  return statuses.map((status, index) => (
    <span key={status}>
      {index > 0 ? " · " : `${words.stopped} `}
      <FollowedLink href={responsesHref(slug, { ...filters, status })}>
        {words.notCompleted[status](sessions[status])}
      </FollowedLink>
    </span>
  ));
}

interface ListProps {
  rows: readonly FunnelRow[];
  top: number;
  nodes: ReadonlyMap<string, GraphNode>;
}

function FunnelList({ rows: all, top, nodes }: ListProps) {
  const [shown, setShown] = useState(pageSize);
  const { funnelColumns: columns } = words;
  const rows = all.filter(({ reached }) => reached > 0);
  const hidden = all.filter(({ reached }) => reached === 0);
  return (
    <>
      <div className={styles.list}>
        <div className={styles.columns} aria-hidden="true">
          <span>{columns.question}</span>
          <span>{columns.reached}</span>
          <span />
          <span>{columns.left}</span>
          <span>{columns.time}</span>
        </div>
        <ul className={styles.rows} aria-label={words.funnel}>
          {rows.slice(0, shown).map((row) => (
            <li key={row.node_id} className={styles.row}>
              <NodeName row={row} node={nodes.get(row.node_id)} />
              <FunnelBar row={row} top={top} />
              <FunnelFigures row={row} />
            </li>
          ))}
        </ul>
      </div>
      <ShowMore shown={shown} all={rows.length} step={pageSize} onShow={setShown} />
      {hidden.length > 0 && (
        <div className={styles.hidden}>
          <h3>{words.notShown}</h3>
          <ul aria-label={words.notShown}>
            {hidden.map((row) => (
              <li key={row.node_id}>
                <NodeName row={row} node={nodes.get(row.node_id)} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function FunnelTable({ rows }: { rows: readonly FunnelRow[] }) {
  const { funnelColumns: columns } = words;
  const ofQuestion = (of: "answered" | "skipped") => ({
    title: columns[of],
    cell: (row: FunnelRow) => (row.type === null ? none : numberText(row[of])),
    isNumber: true,
  });
  return (
    <PlotTable
      caption={words.funnel}
      columns={[
        {
          title: columns.question,
          cell: ({ number, title }) => (
            <span className={styles.whole} dir="auto">
              {`${number}. ${title || words.noTitle}`}
            </span>
          ),
        },
        { title: columns.reached, cell: ({ reached }) => numberText(reached), isNumber: true },
        ofQuestion("answered"),
        ofQuestion("skipped"),
        { title: columns.left, cell: ({ left }) => numberText(left), isNumber: true },
        { title: columns.rate, cell: ({ drop_off_rate: rate }) => percentText(rate), isNumber: true },
        { title: columns.time, cell: ({ median_seconds: seconds }) => durationText(seconds), isNumber: true },
      ]}
      rows={rows}
      keyOf={({ node_id: id }) => id}
    />
  );
}
