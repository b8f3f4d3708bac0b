import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import type { ResponseDetail, SessionDetail } from "../../../../shared/api/shapes/sessions.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { retry } from "../../strings/en/dashboard/app.ts";
import { history } from "../../strings/en/dashboard/corrections.ts";
import { durationText, numberText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { englishName } from "../../ui/languageNames.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Skeleton } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { versionQuery } from "../api/queries/forms.ts";
import { responseDeliveriesQuery } from "../api/queries/responses.ts";
import { useFormCan } from "../form/useFormCan.ts";
import { usePlainGraph } from "../form/usePlainGraph.ts";
import { Answers } from "./answers.tsx";
import { Deliveries } from "./deliveries.tsx";
import { isScored, pathSteps, scoresOf } from "./pathSteps.ts";
import styles from "./responseDrawer.module.css";

// the sentences of rules come with the builder's conditions
const Path = lazyPart(() => import("./path.tsx"), "Path");

// with the walk of a graph, which few responses need
const CorrectionForm = lazyPart(() => import("./correction/correctionForm.tsx"), "CorrectionForm");
const HistoryTab = lazyPart(() => import("./correction/aside.ts"), "HistoryTab");
const Annotations = lazyPart(() => import("./correction/aside.ts"), "Annotations");

/** A response's answers, path, corrections and deliveries, which appear together. */
export function ResponseContent({ slug, session }: { slug: string; session: ResponseDetail }) {
  const query = useQuery(versionQuery(slug, session.version_number));
  if (query.isPending && query.fetchStatus !== "paused") return <Skeleton />;
  const source = (query.data?.graph ?? null) as Graph | null;
  return (
    <Suspense fallback={<Skeleton />}>
      <Content slug={slug} session={session} source={source} onRetry={() => void query.refetch()} />
    </Suspense>
  );
}

interface ContentProps {
  slug: string;
  session: ResponseDetail;
  /** with markup; null if it couldn't be loaded */
  source: Graph | null;
  onRetry(): void;
}

function Content({ slug, session, source, onRetry }: ContentProps) {
  const can = useFormCan(slug);
  const readsAll = can("responses:read");
  const { data: deliveries } = useQuery({ ...responseDeliveriesQuery(slug, session.id), enabled: readsAll });
  const [tab, setTab] = useState<string>("answers");
  const graph = usePlainGraph(source);
  const steps = pathSteps(session, graph, source);
  const mayChange = can("responses:write");
  const correction =
    mayChange && graph && session.status !== "in_progress"
      ? (nodeId: string, onClose: () => void) => (
          <Suspense>
            <CorrectionForm {...{ slug, session, graph, nodeId, onClose }} />
          </Suspense>
        )
      : undefined;
  const withQuestions = (content: ReactNode) => () => (
    <WithQuestions isMissing={!graph} onRetry={onRetry}>
      {content}
    </WithQuestions>
  );
  return (
    <>
      <div>
        <Facts session={session} graph={graph} />
        <Annotations slug={slug} session={session} mayChange={mayChange} />
      </div>
      <Tabs
        label={words.response}
        selected={tab}
        kept="answers"
        onSelect={setTab}
        tabs={{
          answers: {
            title: words.tabs.answers,
            count: session.answers.length,
            content: withQuestions(<Answers steps={steps} graph={graph} correction={correction} />),
          },
          path: {
            title: words.tabs.path,
            content: withQuestions(<Path steps={steps} session={session} graph={graph} />),
          },
          ...(session.revision > 1 && {
            history: {
              title: history,
              count: session.revision - 1,
              content: withQuestions(<HistoryTab slug={slug} session={session} graph={graph} />),
            },
          }),
          ...(readsAll && {
            deliveries: {
              title: words.tabs.deliveries,
              count: deliveries?.length,
              content: () => <Deliveries slug={slug} id={session.id} />,
            },
          }),
        }}
      />
    </>
  );
}

interface WithQuestionsProps {
  isMissing: boolean;
  onRetry(): void;
  children: ReactNode;
}

/** A tab that shows questions, and says so if their version couldn't be loaded. */
const WithQuestions = ({ isMissing, onRetry, children }: WithQuestionsProps) => (
  <>
    {isMissing && (
      <Notice kind="warning">
        <ButtonRow>
          {words.withoutGraph}
          <Button onPress={onRetry}>{retry}</Button>
        </ButtonRow>
      </Notice>
    )}
    <Suspense>{children}</Suspense>
  </>
);

const Facts = ({ session, graph }: { session: SessionDetail; graph: Graph | null }) => (
  <dl className={styles.facts}>
    {session.reference !== null && <Fact name={words.factColumns.reference} value={session.reference} />}
    {graph && isScored(graph) && <Fact name={words.score} value={numberText(session.total_score)} />}
    {scoresOf(session, graph).map(({ key, title, text }) => (
      <Fact key={key} name={title} value={text} />
    ))}
    {session.duration_seconds !== null && <Fact name={words.duration} value={durationText(session.duration_seconds)} />}
    <Fact name={words.version} value={String(session.version_number)} />
    {session.language !== null && <Fact name={words.language} value={englishName(session.language)} />}
    {Object.entries(session.hidden).map(([name, value]) => (
      <Fact key={name} name={name} value={value} isCode />
    ))}
  </dl>
);

const Fact = ({ name, value, isCode = false }: { name: string; value: string; isCode?: boolean }) => (
  <div>
    <dt dir="auto">{name}</dt>
    <dd dir="auto">{isCode ? <code>{value}</code> : value}</dd>
  </div>
);
