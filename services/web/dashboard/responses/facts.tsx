import type { ReactNode } from "react";
import type { SessionDetail } from "../../../../shared/domain/shapes/sessions.ts";
import { cardClass } from "../../parts/card.ts";
import { CopyButton } from "../../parts/copyButton.tsx";
import { timeText } from "../../parts/dates.ts";
import { Section } from "../../parts/section.tsx";
import { durationText, none } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import styles from "./responses.module.css";
import { StatusBadge } from "./statusBadge.tsx";

export function Facts({ session }: { session: SessionDetail }) {
  const { started_at: started, completed_at: completed, duration_seconds: seconds, hidden, metadata } = session;
  const hiddenFields = Object.entries(hidden);
  return (
    <>
      <Section title={words.about}>
        <dl className={`${cardClass} ${styles.facts}`}>
          <Fact name={words.columns.status}>
            <StatusBadge status={session.status} />
          </Fact>
          <Fact name={words.score}>{words.points(session.total_score)}</Fact>
          <Fact name={words.started}>{timeText(started)}</Fact>
          <Fact name={words.completed}>{completed === null ? none : timeText(completed)}</Fact>
          <Fact name={words.timeTaken}>{durationText(seconds)}</Fact>
          <Fact name={words.columns.version}>{session.version_number}</Fact>
          <Fact name={words.sessionId} isWide>
            <code>{session.id}</code> <CopyButton text={session.id} label={words.copyId} />
          </Fact>
          {metadata.user_agent !== null && (
            <Fact name={words.device} isWide>
              {metadata.user_agent}
            </Fact>
          )}
        </dl>
      </Section>
      {hiddenFields.length > 0 && (
        <Section title={words.hiddenTitle}>
          <dl className={`${cardClass} ${styles.facts}`}>
            {hiddenFields.map(([key, value]) => (
              <Fact key={key} name={key}>
                <span dir="auto">{value}</span>
              </Fact>
            ))}
          </dl>
        </Section>
      )}
    </>
  );
}

const Fact = ({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div data-wide={isWide}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
