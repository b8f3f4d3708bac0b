import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Suspense, useContext, useState } from "react";
import type { QuestionInsight, WholeInsights } from "../../../../shared/api/shapes/insights.ts";
import { utcDay } from "../../../../shared/domain/dates.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { productName } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { reversed } from "../../strings/en/dashboard/responses.ts";
import { BarActions } from "../../ui/barActions.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { GuideLink } from "../../ui/guideLink.tsx";
import { KeysHelp } from "../../ui/keysHelp.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { mediaQuery } from "../../ui/mediaQuery.ts";
import { Notice } from "../../ui/notice.tsx";
import { TitleOfForm } from "../../ui/page.tsx";
import { formQuery } from "../api/queries/forms.ts";
import { insightsQuery } from "../api/queries/insights.ts";
import { plainVersionQuery } from "../api/queries/plainVersions.ts";
import { isReversed, type SessionFilters } from "../form/sessionFilters.ts";
import { useFormCan } from "../form/useFormCan.ts";
import { utcDayOf } from "../url/days.ts";
import { FilterBar } from "./filterBar.tsx";
import { Funnel } from "./funnel.tsx";
import styles from "./insights.module.css";
import { type InsightsSearch, insightsFilters, isNarrowed, untilToday } from "./insightsSearch.ts";
import { InsightsSkeleton } from "./insightsSkeleton.tsx";
import { ReadsResponses } from "./links.ts";
import { OverTime } from "./overTime.tsx";
import { PromoterScore } from "./promoterScore.tsx";
import { Questions } from "./questions.tsx";
import { ShownGraph } from "./questionTitle.tsx";
import { isScored, Scores } from "./scores.tsx";
import { Tiles } from "./tiles.tsx";
import { timelineOf } from "./timeline.ts";
import { Updated } from "./updated.tsx";

const NoResponses = lazyPart(() => import("../responses/noResponses.tsx"), "NoResponses");
const ExportDialog = lazyPart(() => import("../responses/export/exportDialog.tsx"), "ExportDialog");

const useIsPhone = mediaQuery("(width < 45rem)");

/** `/forms/{slug}/insights` */
export function InsightsPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/insights" });
  const search = useSearch({ from: "/layout/forms/$slug/insights" });
  const navigate = useNavigate({ from: "/forms/$slug/insights" });
  const [dialog, setDialog] = useState<"dates" | "search" | "export" | null>(null);
  const reads = useFormCan(slug)("responses:read");
  const now = new Date();
  const filters = insightsFilters(search, now, reads);
  const isPossible = !isReversed(filters);
  const query = useQuery({ ...insightsQuery(slug, untilToday(filters, now)), enabled: isPossible });
  const { data } = query;
  const change = (changed: InsightsSearch, isReset = false) =>
    void navigate({ search: (now) => (isReset ? changed : { ...now, ...changed }), resetScroll: false });
  const refresh = isPossible ? () => void query.refetch() : undefined;
  const hasResponses = isPossible && data !== undefined && data.sessions.started > 0;
  const isPhone = useIsPhone();
  const canExport = hasResponses && reads;
  return (
    <ReadsResponses value={reads}>
      <div className={styles.page}>
        <PageTitle />
        <h1 className="visually-hidden">{words.title}</h1>
        <div className={styles.tools}>
          <FilterBar
            slug={slug}
            filters={filters}
            isPhone={isPhone}
            dialog={dialog === "export" ? null : dialog}
            onDialog={setDialog}
            onChange={change}
          />
          <Actions
            query={query}
            isPossible={isPossible}
            onRefresh={refresh}
            onExport={isPhone && canExport ? () => setDialog("export") : undefined}
          />
        </div>
        <Results query={query} isPossible={isPossible} content={{ slug, search, filters, onChange: change }} />
        <div className={styles.foot}>
          <KeysHelp keys={words.keys} actions={{ "/": reads ? () => setDialog("search") : undefined, r: refresh }} />
        </div>
        {canExport && !isPhone && (
          <BarActions>
            <Button icon="download" onPress={() => setDialog("export")}>
              {words.exportAction}
            </Button>
          </BarActions>
        )}
        {dialog === "export" && data && (
          <Export slug={slug} filters={filters} insights={data} onClose={() => setDialog(null)} />
        )}
      </div>
    </ReadsResponses>
  );
}

interface ActionsProps {
  query: Pick<UseQueryResult<WholeInsights>, "data" | "isFetching" | "dataUpdatedAt">;
  isPossible: boolean;
  onRefresh: (() => void) | undefined;
  /** undefined if the button is elsewhere */
  onExport: (() => void) | undefined;
}

const Actions = ({ query: { data, isFetching, dataUpdatedAt }, isPossible, onRefresh, onExport }: ActionsProps) => (
  <div className={styles.actions}>
    {data && isPossible && <Updated at={dataUpdatedAt} />}
    <Button
      look="plain"
      icon="refresh-cw"
      aria-label={words.refresh}
      isPending={isFetching}
      isDisabled={!isPossible}
      onPress={() => onRefresh?.()}
    />
    {onExport && <Button look="plain" icon="download" aria-label={words.exportAction} onPress={onExport} />}
    <GuideLink to="insights" />
  </div>
);

type ExportProps = { slug: string; filters: SessionFilters; insights: WholeInsights; onClose: () => void };

const Export = ({ slug, filters, insights: { sessions, score, questions }, onClose }: ExportProps) => (
  <Suspense>
    <ExportDialog
      slug={slug}
      filters={filters}
      list={{ count: sessions.started }}
      isScored={isScored(score)}
      records={questions
        .filter(({ question_type }) => question_type === "records")
        .map(({ node_id: id, title }) => ({ id, title }))}
      onClose={onClose}
    />
  </Suspense>
);

interface ResultsProps {
  query: UseQueryResult<WholeInsights>;
  isPossible: boolean;
  content: ContentProps;
}

/** The charts, or why there are none. Those of the filters before stay until the new ones are counted. */
function Results({ query, isPossible, content }: ResultsProps) {
  const isStale = query.isPlaceholderData;
  const isBusy = isPossible && isStale;
  return (
    <>
      {!isPossible && <Notice kind="warning">{reversed}</Notice>}
      <div role="status" className={styles.waiting} data-waiting={isBusy || undefined}>
        {isBusy && words.counting}
      </div>
      {isPossible && (
        <Loaded query={query} skeleton={<InsightsSkeleton />}>
          {(insights) => (
            <div className={styles.all} aria-busy={isStale} data-stale={isStale || undefined}>
              <Content {...content} insights={insights} />
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

const Content = (props: Parameters<typeof Charts>[0]) =>
  props.insights.sessions.started > 0 ? <Charts {...props} /> : <Nothing {...props} />;

function PageTitle() {
  const titles = [words.title, useContext(TitleOfForm), productName];
  return <title>{titles.filter(Boolean).join(" · ")}</title>;
}

interface ContentProps {
  slug: string;
  search: InsightsSearch;
  filters: SessionFilters;
  onChange: (change: InsightsSearch, isReset?: boolean) => void;
}

const hasNps = (
  question: QuestionInsight,
): question is QuestionInsight & { nps: NonNullable<QuestionInsight["nps"]> } =>
  typeof question.nps?.score === "number";

/** Questions that a respondent reached. The funnel lists the others. */
const shownQuestions = ({ funnel, questions }: WholeInsights): QuestionInsight[] => {
  const hidden = new Set(funnel.filter(({ reached }) => reached === 0).map(({ node_id: id }) => id));
  return questions.filter(({ node_id: id, answers }) => answers > 0 || !hidden.has(id));
};

function Charts({ slug, search, filters, insights, onChange }: ContentProps & { insights: WholeInsights }) {
  const { data: form } = useQuery(formQuery(slug));
  const number = filters.version ?? form?.published_version ?? null;
  // charts work without it: it has types of screens, the order of the graph and the rows of a matrix
  const { data: version } = useQuery({ ...plainVersionQuery(slug, number ?? 0), enabled: number !== null });
  const graph = version?.graph as Graph | undefined;
  const today = utcDay(new Date());
  const { started_at_from: from, started_at_to: to } = filters;
  const last = to === undefined ? from && today : utcDayOf(to);
  const timeline = timelineOf(insights.by_day, from && utcDayOf(from), last);
  const nps = insights.questions.find(hasNps);
  const scores = isScored(insights.score) && <Scores slug={slug} filters={filters} score={insights.score} />;
  const beside = nps ? (
    <PromoterScore question={nps} node={graph?.nodes.find(({ id }) => id === nps.node_id)} />
  ) : (
    scores
  );
  return (
    <ShownGraph value={graph}>
      <Tiles slug={slug} filters={filters} insights={insights} buckets={timeline.buckets} today={today} />
      <div className={styles.pair} data-single={!beside || undefined}>
        <OverTime slug={slug} filters={filters} timeline={timeline} />
        {beside}
      </div>
      {insights.is_small ? (
        <Notice kind="warning">{words.fewResponses}</Notice>
      ) : (
        <>
          <Funnel
            slug={slug}
            filters={filters}
            insights={insights}
            graph={graph}
            note={filters.version === undefined && number !== null ? words.funnelNote(number) : null}
            funnel={search.funnel ?? "form"}
            onFunnel={(next) => onChange({ funnel: next === "form" ? undefined : next })}
          />
          <Questions
            slug={slug}
            filters={filters}
            questions={shownQuestions(insights)}
            graph={graph}
            before={nps && scores ? <li className={styles.listed}>{scores}</li> : null}
          />
        </>
      )}
    </ShownGraph>
  );
}

/** A form without any responses says how to get some; else the filters leave none. */
function Nothing({ slug, search, filters, onChange }: ContentProps) {
  const { data: form } = useQuery(formQuery(slug));
  if (!isNarrowed(filters) && (form ? form.total_sessions === 0 : search.dates === "all"))
    return (
      <Suspense fallback={<InsightsSkeleton />}>
        <NoResponses slug={slug} />
      </Suspense>
    );
  return (
    <EmptyState icon="filter" title={words.nothingMatches} text={words.nothingMatchesText}>
      <ButtonRow>
        {search.dates !== "all" && (
          <Button onPress={() => onChange({ started_at_from: undefined, started_at_to: undefined, dates: "all" })}>
            {words.showAllTime}
          </Button>
        )}
        {isNarrowed(filters) && <Button onPress={() => onChange({}, true)}>{words.clearFilters}</Button>}
      </ButtonRow>
    </EmptyState>
  );
}
