import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Usage } from "../../../../shared/api/shapes/usage.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { ApiError, fieldErrors } from "../../ui/apiError.ts";
import { buttonRowClass } from "../../ui/buttonRow.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { keysQuery, usageQuery } from "../api/queries/developers.ts";
import { useCan } from "../api/rights.ts";
import { keyNames } from "./keyNames.ts";
import { type UsageSearch, usageViewOf } from "./usageSearch.ts";
import { ByDay, ByEndpoint, ByKey } from "./usageTables.tsx";

export function UsagePage() {
  const search = useSearch({ from: "/layout/developers/usage" });
  const query = useQuery(usageQuery(usageViewOf(search, Date.now())));
  return (
    <Page title={words.usageTitle} guide="limits">
      <Filters search={search} />
      {isKeyMissing(query.error) ? (
        <EmptyState icon="key-round" title={words.noSuchKeyTitle} text={words.noSuchKeyText}>
          <Link to="/developers/usage" search={{ days: search.days }}>
            {words.usageOfAll}
          </Link>
        </EmptyState>
      ) : (
        <Loaded query={query}>
          {(usage) => (
            <>
              {usage.totals.requests === 0 ? (
                <EmptyState icon="activity" title={words.noRequests} text={words.countedRequests}>
                  <ToKeys />
                </EmptyState>
              ) : (
                <>
                  <Totals totals={usage.totals} />
                  {search.key === undefined && (
                    <p className={mutedClass}>
                      {words.countedRequests}{" "}
                      {usage.by_key.every(({ key_id: id }) => id === null) && (
                        <>
                          {words.noKeyRequests} <ToKeys />
                        </>
                      )}
                    </p>
                  )}
                  <ByDay usage={usage} />
                  <ByKey usage={usage} />
                  <ByEndpoint usage={usage} />
                </>
              )}
            </>
          )}
        </Loaded>
      )}
      <p className={mutedClass}>{words.errorsNote}</p>
    </Page>
  );
}

/** For users who may open that page. */
function ToKeys() {
  return useCan()("keys:write") && <Link to="/developers/keys">{words.toKeys}</Link>;
}

/** Returns true if the key in the URL doesn't exist or belongs to another account. */
const isKeyMissing = (error: unknown): boolean =>
  "key_id" in fieldErrors(error) || (error instanceof ApiError && error.status === 403);

function Filters({ search }: { search: UsageSearch }) {
  const navigate = useNavigate({ from: "/developers/usage" });
  const { data } = useQuery(keysQuery({ search: "", status: null, page: 1 }));
  const keys = keyNames(data?.results ?? []);
  // the key in the URL is selected even if it isn't in the list
  const chosen = search.key === undefined || search.key in keys ? {} : { [search.key]: words.otherKey(search.key) };
  const change = (changed: UsageSearch) => void navigate({ search: { ...search, ...changed } });
  return (
    <search className={buttonRowClass}>
      <Select
        look="small"
        label={words.period}
        value={search.days ?? "30"}
        options={words.periods}
        onChange={(days) => change({ days: days === "30" ? undefined : days })}
      />
      <Select
        look="small"
        label={words.keyFilter}
        value={search.key ?? ""}
        options={{ "": words.allKeys, ...keys, ...chosen }}
        onChange={(key) => change({ key: key || undefined })}
      />
    </search>
  );
}

function Totals({ totals }: Pick<Usage, "totals">) {
  const figures: [string, string][] = [
    [words.requests, numberText(totals.requests)],
    [words.errors, numberText(totals.errors)],
    [words.errorRate, percentText(totals.error_rate)],
  ];
  return <Figures figures={figures} />;
}
