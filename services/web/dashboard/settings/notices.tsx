import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Notice } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { mixedRowClass } from "../../ui/buttonRow.tsx";
import { timeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Pager } from "../../ui/pager.tsx";
import { Rows, rowClass } from "../../ui/rows.tsx";
import { Section } from "../../ui/section.tsx";
import { tell } from "../../ui/toasts.tsx";
import { markAllRead, markRead, noticesKey, noticesPageSize, noticesQuery } from "../api/queries/account.ts";
import styles from "./settings.module.css";

/** The notifications of the account: failed deliveries and reached limits. */
export function Notices() {
  const { page = 1 } = useSearch({ from: "/layout/settings/account" });
  const navigate = useNavigate({ from: "/settings/account" });
  const query = useQuery(noticesQuery(page));
  const queryClient = useQueryClient();
  const read = useMutation({
    mutationFn: (id: string | null): Promise<unknown> => (id === null ? markAllRead() : markRead(id)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
    onError: (error) => tell(problemText(error)),
  });
  const hasUnread = query.data?.results.some(({ is_read: isRead }) => !isRead);
  const actions = hasUnread && (
    <Button isPending={read.isPending} onPress={() => read.mutate(null)}>
      {words.markAllRead}
    </Button>
  );
  return (
    <Section title={words.notices} actions={actions}>
      <Loaded query={query}>
        {({ count, results }) =>
          count === 0 ? (
            <p className={styles.none}>{words.noNotices}</p>
          ) : (
            <>
              <Rows>
                {results.map((notice) => (
                  <NoticeRow
                    key={notice.id}
                    notice={notice}
                    isReading={read.isPending && read.variables === notice.id}
                    onRead={() => read.mutate(notice.id)}
                  />
                ))}
              </Rows>
              <Pager
                count={count}
                size={noticesPageSize}
                page={page}
                onPage={(next) => navigate({ search: { page: next } })}
              />
            </>
          )
        }
      </Loaded>
    </Section>
  );
}

interface RowProps {
  notice: Notice;
  isReading: boolean;
  onRead: () => void;
}

function NoticeRow({ notice: { message, created, is_read: isRead }, isReading, onRead }: RowProps) {
  return (
    <li className={`${rowClass} ${mixedRowClass}`}>
      <div className={styles.message}>
        <p>{message}</p>
        <p className={mutedClass}>{timeText(created)}</p>
      </div>
      {!isRead && (
        <>
          <Badge kind="warning">{words.unread}</Badge>
          <Button look="plain" aria-label={words.markReadOf(message)} isPending={isReading} onPress={onRead}>
            {words.markRead}
          </Button>
        </>
      )}
    </li>
  );
}
