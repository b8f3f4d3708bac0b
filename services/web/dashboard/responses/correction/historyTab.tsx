import { useQuery } from "@tanstack/react-query";
import type { Revision } from "../../../../../shared/api/shapes/corrections.ts";
import type { SessionDetail } from "../../../../../shared/api/shapes/sessions.ts";
import type { Graph, Json } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/corrections.ts";
import { recentTimeText } from "../../../ui/dates.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { historyQuery } from "../../api/queries/corrections.ts";
import { answerText } from "../answerContent.ts";
import { titlesIn } from "../pathSteps.ts";
import styles from "./correction.module.css";

interface Props {
  slug: string;
  session: SessionDetail;
  graph: Graph | null;
}

/** The corrections of a response, newest first. */
export function HistoryTab({ slug, session, graph }: Props) {
  const query = useQuery(historyQuery(slug, session));
  const now = new Date();
  const titleOf = titlesIn(session, graph);
  return (
    <Loaded query={query}>
      {(revisions) => (
        <ol className={styles.timeline} aria-label={words.history}>
          {revisions.toReversed().map((revision) => (
            <Entry key={revision.revision} revision={revision} graph={graph} titleOf={titleOf} now={now} />
          ))}
          <li>
            <p>{words.began(session.completed_at !== null)}</p>
            <p className={styles.when}>{recentTimeText(session.completed_at ?? session.started_at, now)}</p>
          </li>
        </ol>
      )}
    </Loaded>
  );
}

interface EntryProps {
  revision: Revision;
  graph: Graph | null;
  titleOf(id: string): string;
  now: Date;
}

function Entry({ revision, graph, titleOf, now }: EntryProps) {
  const { editor, edited_at, reason, changes } = revision;
  return (
    <li>
      <p>
        <strong>{editor.kind === "respondent" ? words.respondent : (editor.name ?? words.someone)}</strong>{" "}
        {words.corrected(changes.length)}
      </p>
      <p className={styles.when}>
        {recentTimeText(edited_at, now)} · {words.revision(revision.revision)}
      </p>
      {reason !== null && (
        <p className={styles.reason} dir="auto">
          {reason}
        </p>
      )}
      <dl className={styles.changes}>
        {changes.map(({ node_id, before, after }) => (
          <div key={node_id}>
            <dt dir="auto">{titleOf(node_id)}</dt>
            <dd dir="auto">
              {before === null ? words.noAnswer : <del>{lineOf(before, node_id, graph)}</del>} →{" "}
              {after === null ? words.noAnswer : <ins>{lineOf(after, node_id, graph)}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const lineOf = (value: Json, nodeId: string, graph: Graph | null): string =>
  answerText(
    value,
    graph?.nodes.find(({ id }) => id === nodeId),
  );
