import { useQuery } from "@tanstack/react-query";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { SessionDetail } from "../../../../shared/domain/shapes/sessions.ts";
import { versionQuery } from "../../api/queries/forms.ts";
import { Button } from "../../parts/button.tsx";
import { ButtonRow } from "../../parts/buttonRow.tsx";
import { timeText } from "../../parts/dates.ts";
import { mutedClass } from "../../parts/muted.ts";
import { Notice } from "../../parts/notice.tsx";
import { Rows, rowClass } from "../../parts/rows.tsx";
import { Section } from "../../parts/section.tsx";
import { loading, retry } from "../../strings/en/dashboard/app.ts";
import { durationText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { readable } from "../builder/types/names.ts";
import type { AnswerContent } from "./answerContent.ts";
import { pathSteps, type Step } from "./pathSteps.ts";
import styles from "./responses.module.css";

/** The path in its order, with what was answered on it. Without the version's questions the answers are still there. */
export function Answers({ slug, session }: { slug: string; session: SessionDetail }) {
  const query = useQuery(versionQuery(slug, session.version_number));
  if (query.isPending && query.fetchStatus !== "paused") {
    return (
      <Section title={words.answersTitle}>
        <p role="status">{loading}</p>
      </Section>
    );
  }
  const graph = (query.data?.graph ?? null) as Graph | null;
  return (
    <Section title={words.answersTitle}>
      {!graph && (
        <Notice kind="warning">
          <ButtonRow>
            {words.withoutGraph}
            <Button onPress={() => void query.refetch()}>{retry}</Button>
          </ButtonRow>
        </Notice>
      )}
      <Rows label={words.answersTitle} isOrdered>
        {pathSteps(session, graph).map((step) => (
          <li key={step.nodeId} className={`${rowClass} ${styles.step}`} data-state={step.state}>
            <StepView step={step} status={session.status} />
          </li>
        ))}
      </Rows>
    </Section>
  );
}

function StepView({ step, status }: { step: Step; status: SessionDetail["status"] }) {
  const { nodeId, title, type, answer, content, state } = step;
  return (
    <>
      <div className={styles.question}>
        <h3 dir="auto">{title ?? nodeId}</h3>
        <p className={mutedClass}>{[type && readable(type), title && nodeId].filter(Boolean).join(" · ")}</p>
      </div>
      {content && <Content content={content} />}
      {state !== "answered" && (
        <p className={mutedClass}>{state === "stopped" ? words.states.stopped[status] : words.states[state]}</p>
      )}
      {answer && (
        <p className={mutedClass}>
          {answer.score_awarded !== null && (
            <strong className={styles.points}>{words.points(answer.score_awarded)}</strong>
          )}
          {words.answeredAt(timeText(answer.answered_at), durationText(answer.time_spent_seconds))}
        </p>
      )}
    </>
  );
}

function Content({ content }: { content: AnswerContent }) {
  if (content.kind === "text") {
    return (
      <p className={styles.answer} dir="auto">
        {content.text}
      </p>
    );
  }
  if (content.kind === "rows") {
    return (
      <dl className={styles.rows}>
        {content.rows.map(({ label, value }) => (
          <div key={label}>
            <dt dir="auto">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  if (content.kind === "files") {
    return (
      <ul className={styles.items}>
        {content.paths.map((path, index) => (
          <li key={path}>
            <a href={path} download>
              {words.file(index + 1)}
            </a>
          </li>
        ))}
      </ul>
    );
  }
  const List = content.isRanked ? "ol" : "ul";
  return (
    <List className={styles.items}>
      {content.items.map((item) => (
        <li key={item} dir="auto">
          {item}
        </li>
      ))}
    </List>
  );
}
