import { useQueries, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import type { ResponseDetail } from "../../../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { durationText, numberText } from "../../../strings/en/dashboard/numbers.ts";
import * as words from "../../../strings/en/dashboard/printing.ts";
import { duration, score, version } from "../../../strings/en/dashboard/responses.ts";
import { timeText } from "../../../ui/dates.ts";
import { tell } from "../../../ui/toasts.tsx";
import { formQuery } from "../../api/queries/forms.ts";
import { plainVersionQuery } from "../../api/queries/plainVersions.ts";
import { responseQuery } from "../../api/queries/responses.ts";
import { Content } from "../answers.tsx";
import { isScored, pathSteps, scoresOf } from "../pathSteps.ts";
import styles from "./printSheets.module.css";

interface Props {
  slug: string;
  /** of at most 100 responses */
  ids: readonly string[];
  onDone(): void;
}

/** Prints responses, each on sheets of its own, and nothing else of the page (wants §21.2). */
export function PrintSheets({ slug, ids, onDone }: Props) {
  const { data: form } = useQuery(formQuery(slug));
  const responses = useQueries({
    queries: ids.map((id) => ({ ...responseQuery(slug, id), refetchInterval: false as const })),
  });
  const details = responses.flatMap(({ data }) => data ?? []);
  const numbers = [...new Set(details.map(({ version_number }) => version_number))];
  const versions = useQueries({ queries: numbers.map((number) => plainVersionQuery(slug, number)) });
  const isFailed = responses.some(({ isError }) => isError);
  const isReady = form !== undefined && details.length === ids.length && versions.every(({ isPending }) => !isPending);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isFailed) tell(words.failed);
    if (isFailed) onDone();
  }, [isFailed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when everything is loaded
  useEffect(() => {
    if (!isReady) return;
    const title = document.title;
    const done = () => {
      document.title = title;
      onDone();
    };
    addEventListener("afterprint", done, { once: true });
    // browsers suggest it as the file's name
    document.title = words.fileName(form.title, ids.length);
    print();
    return () => {
      removeEventListener("afterprint", done);
      document.title = title;
    };
  }, [isReady]);
  if (!isReady)
    return (
      <p role="status" className="visually-hidden">
        {words.preparing}
      </p>
    );
  const graphs = new Map(numbers.map((number, at) => [number, (versions[at]?.data?.graph ?? null) as Graph | null]));
  const now = timeText(new Date().toISOString());
  return createPortal(
    <div className={styles.sheets} data-sheets>
      {details.map((session) => (
        <Sheet
          key={session.id}
          title={form.title}
          now={now}
          session={session}
          graph={graphs.get(session.version_number) ?? null}
        />
      ))}
    </div>,
    document.body,
  );
}

interface SheetProps {
  title: string;
  /** when it is printed */
  now: string;
  session: ResponseDetail;
  /** null if it couldn't be loaded; then questions are IDs */
  graph: Graph | null;
}

function Sheet({ title, now, session, graph }: SheetProps) {
  const answered = pathSteps(session, graph).filter(({ content }) => content !== null);
  const facts = [
    [words.submitted, timeText(session.completed_at ?? session.started_at)],
    ...(session.duration_seconds === null ? [] : [[duration, durationText(session.duration_seconds)]]),
    [version, String(session.version_number)],
    ...(graph && isScored(graph) ? [[score, numberText(session.total_score)]] : []),
    ...scoresOf(session, graph).map((one) => [one.title, one.text]),
    ...(session.edited_at ? [[words.edited, timeText(session.edited_at)]] : []),
  ];
  return (
    <article className={styles.sheet}>
      <header className={styles.head}>
        <span>{words.response(session.id.slice(0, 8))}</span>
        <span>{words.printed(now)}</span>
      </header>
      <h1 dir="auto">{title}</h1>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <ol className={styles.answers}>
        {answered.map(({ nodeId, title: question, content }) => (
          <li key={nodeId}>
            <h2 dir="auto">{question ?? nodeId}</h2>
            {content && <Content content={content} />}
          </li>
        ))}
      </ol>
    </article>
  );
}
