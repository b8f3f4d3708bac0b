import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/notices.ts";
import { accountTitle } from "../../strings/en/dashboard/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Pager } from "../../ui/pager.tsx";
import { Section } from "../../ui/section.tsx";
import { isComing } from "../api/isComing.ts";
import { noticesPageSize, noticesQuery, unreadQuery } from "../api/queries/notices.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { AccountTabs } from "../security/accountTabs.tsx";
import { FailureMails } from "../settings/failureMails.tsx";
import { NoticeList } from "./noticeList.tsx";
import styles from "./notices.module.css";
import { useMarkRead } from "./useMarkRead.ts";

/** `/settings/notifications` */
export function NotificationsPage() {
  const can = useCan();
  const { data: user } = useQuery(currentUser);
  const { page = 1 } = useSearch({ from: "/layout/settings/notifications" });
  const notices = useQuery(noticesQuery(page));
  return (
    <Page title={accountTitle} guide="integrations">
      <AccountTabs />
      <div className={styles.column}>
        <Notices page={page} isEmpty={!notices.data?.count} />
        {/* the list would push it down */}
        {!isComing(notices) && user?.workspace && can("integrations:write") && (
          <FailureMails workspace={user.workspace} />
        )}
      </div>
    </Page>
  );
}

function Notices({ page, isEmpty }: { page: number; isEmpty: boolean }) {
  const navigate = useNavigate({ from: "/settings/notifications" });
  const { data: unread = 0 } = useQuery(unreadQuery);
  const read = useMarkRead();
  const actions = !isEmpty && (
    <Button
      size="small"
      isDisabled={unread === 0}
      isPending={read.isPending && read.variables === null}
      onPress={() => read.mutate(null)}
    >
      {words.markAllRead}
    </Button>
  );
  return (
    <Section title={words.title} actions={actions}>
      <NoticeList
        page={page}
        action={({ unread: ids }, title) =>
          ids.length > 0 && (
            <Button
              look="plain"
              size="small"
              aria-label={words.markReadOf(title)}
              isPending={read.isPending && read.variables?.[0] === ids[0]}
              onPress={() => read.mutate(ids)}
            >
              {words.markRead}
            </Button>
          )
        }
        foot={(count) => (
          <Pager
            count={count}
            size={noticesPageSize}
            page={page}
            onPage={(next) => navigate({ search: { page: next } })}
          />
        )}
      />
    </Section>
  );
}
