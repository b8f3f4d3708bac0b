import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { ChangeList } from "../../builder/changes/changeList.tsx";
import styles from "./versions.module.css";

/** as many as there is room for; a page that compares shows more than a dialog */
const changesShown = 500;

/** How many changes there are from one graph to the other, and which. */
export default function Changes({ older, newer }: { older: Graph; newer: Graph }) {
  const changes = diff({ graph: older }, { graph: newer });
  return (
    <>
      <p role="status" className={styles.count}>
        {changes.length === 0 ? words.same : words.changes(changes.length)}
      </p>
      {changes.length > 0 && (
        <ChangeList changes={changes} older={older} newer={newer} limit={changesShown} tellsImpact />
      )}
    </>
  );
}
