import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/versions.ts";
import { ChangeList } from "../../builder/changes/changeList.tsx";
import styles from "./versions.module.css";

/** maximum shown: pages have more room than dialogs */
const changesShown = 500;

/** The number of changes between two graphs, and the changes. */
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
