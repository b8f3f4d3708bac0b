import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import type { Integration } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/notices.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { clockText, recentDayText, recentTimeText } from "../../ui/dates.ts";
import { EmptyState } from "../../ui/emptyState.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded, Skeleton } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { isComing } from "../api/isComing.ts";
import { integrationsOfQuery } from "../api/queries/integrations.ts";
import { noticesPageSize, noticesQuery } from "../api/queries/notices.ts";
import { useCan } from "../api/rights.ts";
import { groupNotices, type NoticeGroup } from "./groups.ts";
import { linkOf } from "./links.ts";
import styles from "./notices.module.css";

const RetryDialog = lazyPart(() => import("./retryDialog.tsx"), "RetryDialog");

interface Props {
  page: number;
  /** a link was followed */
  onOpen?: () => void;
  /** the last button of a row */
  action?: (group: NoticeGroup, title: string) => ReactNode;
  /** below the list, of so many notifications */
  foot?: (count: number) => ReactNode;
}

/** Notifications, one row per integration, kind and day. */
export function NoticeList({ page, onOpen, action, foot }: Props) {
  const query = useQuery(noticesQuery(page));
  const can = useCan();
  const noticed = can("integrations:read") ? (query.data?.results ?? []) : [];
  const ids = [...new Set(noticed.flatMap(({ integration_id: id }) => id ?? []))].sort();
  const integrations = useQuery(integrationsOfQuery(ids));
  const [retried, setRetried] = useState<{ group: NoticeGroup; integration: Integration } | null>(null);
  const list = (count: number, groups: readonly NoticeGroup[]) => (
    <>
      <Rows label={words.title}>
        {groups.map((group) => {
          const integration = integrations.data?.get(group.integration_id ?? "");
          return (
            <NoticeRow
              key={group.id}
              {...{ group, integration, onOpen, action }}
              onRetry={() => integration && setRetried({ group, integration })}
            />
          );
        })}
      </Rows>
      {foot?.(count)}
      {retried && (
        <Suspense>
          <RetryDialog integration={retried.integration} day={retried.group.day} onClose={() => setRetried(null)} />
        </Suspense>
      )}
    </>
  );
  return (
    <Loaded query={query}>
      {({ count, results }) => {
        if (count === 0) return <EmptyState icon="bell" title={words.none} text={words.noneText} />;
        // their names are the rows' titles
        if (isComing(integrations)) return <Skeleton />;
        return list(count, groupNotices(results, { hasNewer: page > 1, hasOlder: count > page * noticesPageSize }));
      }}
    </Loaded>
  );
}

interface RowProps extends Pick<Props, "onOpen" | "action"> {
  group: NoticeGroup;
  /** undefined if it was deleted, or for notifications about something else */
  integration: Integration | undefined;
  onRetry: () => void;
}

function NoticeRow({ group, integration, onOpen, action, onRetry }: RowProps) {
  const can = useCan();
  const { kind, count, isPartial, message, unread } = group;
  const isFailures = kind === "delivery_failed" && integration !== undefined;
  const title = isFailures ? words.deliveriesFailed(integration.name, count, isPartial) : message;
  const more = !isFailures && count > 1 ? [words.moreLikeThis(count - 1, isPartial)] : [];
  const link = linkOf(group, integration);
  // a disabled integration can't deliver
  const canRetry = isFailures && integration.status !== "disabled" && can("integrations:write");
  return (
    <li className={`${rowClass} ${styles.row}`}>
      <div className={styles.texts}>
        <p className={styles.title}>
          {unread.length > 0 && (
            <span className={styles.dot}>
              <span className="visually-hidden">{words.unread}</span>
            </span>
          )}
          {title}
        </p>
        <p className={mutedClass}>{[timeOf(group), ...more].join(" · ")}</p>
      </div>
      <ButtonRow>
        {link && can(link.needs) && (
          <Link {...link} className={buttonClass("quiet")} data-size="small" onClick={onOpen}>
            {link.label}
          </Link>
        )}
        {canRetry && (
          <Button size="small" icon="refresh-cw" onPress={onRetry}>
            {words.retryAll}
          </Button>
        )}
        {action?.(group, title)}
      </ButtonRow>
    </li>
  );
}

function timeOf({ count, since, latest }: NoticeGroup): string {
  const now = new Date();
  return count > 1 ? words.since(recentDayText(latest, now), clockText(since)) : recentTimeText(latest, now);
}
