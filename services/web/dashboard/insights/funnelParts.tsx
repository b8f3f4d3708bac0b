import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { durationText, none, numberText } from "../../strings/en/dashboard/numbers.ts";
import { percent } from "../../ui/plots/plane.tsx";
import { QuestionIcon } from "../../ui/questionIcon.tsx";
import styles from "./funnel.module.css";
import { type FunnelRow, highRate } from "./funnelRows.ts";
import { QuestionTitle } from "./questionTitle.tsx";

/** Name, bar and figures of a node, in the list and in the flow. */

/** The column head names the figure, except on phones. */
const unitClass = `${styles.unit} visually-hidden`;

export function NodeName({ row: { title, type: known }, node }: { row: FunnelRow; node: GraphNode | undefined }) {
  const type = node?.question_type ?? known;
  return (
    <span className={styles.name}>
      {type && <QuestionIcon type={type} isSmall />}
      <span className={styles.title} dir="auto" title={title}>
        <QuestionTitle title={title} node={node} />
      </span>
    </span>
  );
}

export const FunnelBar = ({ row: { reached, left }, top }: { row: FunnelRow; top: number }) => (
  <span aria-hidden="true" className={styles.track}>
    <span className={styles.on} style={{ inlineSize: percent((reached - left) / top) }} />
    <span className={styles.left} style={{ inlineSize: percent(left / top) }} />
  </span>
);

export function FunnelFigures({
  row: { reached, left, drop_off_rate: rate, median_seconds: seconds },
}: {
  row: FunnelRow;
}) {
  const { figureNames: names } = words;
  return (
    <>
      <span className={styles.reached}>
        {numberText(reached)} <span className={unitClass}>{names.reached}</span>
      </span>
      <span className={styles.dropped} data-high={(rate ?? 0) > highRate || undefined}>
        {words.left(left, rate)} <span className={unitClass}>{names.left}</span>
      </span>
      <span className={styles.time}>
        {seconds === null ? none : durationText(seconds)} <span className={unitClass}>{names.time}</span>
      </span>
    </>
  );
}
