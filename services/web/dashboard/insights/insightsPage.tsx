import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import type { Insights } from "../../../../shared/domain/shapes/insights.ts";
import { reversed } from "../../strings/en/dashboard/filters.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { focusSearch } from "../../ui/searchField.tsx";
import { formQuery, versionQuery } from "../api/queries/forms.ts";
import { insightsQuery } from "../api/queries/insights.ts";
import { FilterFields } from "../form/filterFields.tsx";
import { isFiltered, isReversed, type SessionFilters } from "../form/sessionFilters.ts";
import { NoResponses } from "../responses/noResponses.tsx";
import { SessionFigures } from "./figures.tsx";
import { Funnel } from "./funnel.tsx";
import styles from "./insights.module.css";
import { InsightsSkeleton } from "./insightsSkeleton.tsx";
import { OverTime } from "./overTime.tsx";
import { Questions } from "./questions.tsx";
import { Scores } from "./scores.tsx";

const route = "/layout/forms/$slug/insights";

export function InsightsPage() {
  const { slug } = useParams({ from: route });
  const { funnel = "form", ...filters } = useSearch({ from: route });
  const navigate = useNavigate({ from: "/forms/$slug/insights" });
  const isPossible = !isReversed(filters);
  const query = useQuery({ ...insightsQuery(slug, filters), enabled: isPossible });
  const { isPlaceholderData, isFetching } = query;
  const keyActions = {
    "/": focusSearch,
    r: isPossible ? () => void query.refetch() : undefined,
  };
  const refresh = (
    <Button isPending={isFetching} isDisabled={!isPossible} onPress={() => void query.refetch()}>
      {words.refresh}
    </Button>
  );
  return (
    <Page title={words.title} keys={{ keys: words.keys, actions: keyActions }} actions={refresh}>
      <FilterFields
        slug={slug}
        filters={filters}
        onChange={(change) => void navigate({ search: (search) => ({ ...search, ...change }) })}
      />
      {!isPossible && <Notice kind="warning">{reversed}</Notice>}
      <Waiting isWaiting={isPossible && isPlaceholderData} />
      {isPossible && (
        <Loaded query={query} skeleton={<InsightsSkeleton />}>
          {(insights) => (
            <div className={styles.all} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
              {insights.sessions.started > 0 ? (
                <Everything
                  slug={slug}
                  filters={filters}
                  insights={insights}
                  funnel={funnel}
                  onFunnel={(next) =>
                    void navigate({
                      search: (search) => ({ ...search, funnel: next === "form" ? undefined : next }),
                      resetScroll: false,
                    })
                  }
                />
              ) : (
                <Nothing slug={slug} filters={filters} />
              )}
            </div>
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** Above the earlier figures: others are on their way. It has its place before, so that nothing moves. */
function Waiting({ isWaiting }: { isWaiting: boolean }) {
  return (
    <div role="status" className={styles.waiting} data-waiting={isWaiting || undefined}>
      {isWaiting && words.counting}
    </div>
  );
}

interface ContentProps {
  slug: string;
  filters: SessionFilters;
  insights: Insights;
}

function Everything({
  slug,
  filters,
  insights,
  ...funnel
}: ContentProps & Pick<Parameters<typeof Funnel>[0], "funnel" | "onFunnel">) {
  const { data: form } = useQuery(formQuery(slug));
  const number = filters.version ?? form?.published_version ?? null;
  // what the plots can do without: the graph's order, a scale's ends, a matrix's rows
  const { data: version } = useQuery({ ...versionQuery(slug, number ?? 0), enabled: number !== null });
  const graph = version?.graph as Graph | undefined;
  return (
    <>
      <SessionFigures slug={slug} filters={filters} sessions={insights.sessions} />
      <OverTime slug={slug} filters={filters} days={insights.by_day} />
      <Funnel
        insights={insights}
        graph={graph}
        note={filters.version === undefined && number !== null ? words.funnelNote(number) : null}
        {...funnel}
      />
      <Scores slug={slug} filters={filters} score={insights.score} />
      <Questions slug={slug} filters={filters} questions={insights.questions} graph={graph} />
    </>
  );
}

function Nothing({ slug, filters }: { slug: string; filters: SessionFilters }) {
  if (!isFiltered(filters)) return <NoResponses slug={slug} />;
  return (
    <EmptyState title={words.nothingMatches}>
      <Link to="/forms/$slug/insights" params={{ slug }}>
        {words.clearFilters}
      </Link>
    </EmptyState>
  );
}
