import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Page } from "../../ui/page.tsx";
import { isComing } from "../api/isComing.ts";
import { noticesQuery } from "../api/queries/account.ts";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { AccountTabs } from "../security/accountTabs.tsx";
import { DeleteAccount } from "./deleteAccount.tsx";
import { FailureMails } from "./failureMails.tsx";
import { LeaveWorkspace } from "./leaveWorkspace.tsx";
import { NameForm } from "./nameForm.tsx";
import { Notices } from "./notices.tsx";
import styles from "./settings.module.css";

export function AccountPage() {
  const can = useCan();
  const { data: user } = useQuery(currentUser);
  const { page = 1 } = useSearch({ from: "/layout/settings/account" });
  const isMember = can("member");
  const notices = useQuery({ ...noticesQuery(page), enabled: isMember });
  return (
    <Page title={words.accountTitle}>
      <AccountTabs />
      {isMember && <Notices />}
      {/* the list would push it down */}
      {!isComing(notices) && (
        <div className={styles.forms}>
          <NameForm />
          {user?.workspace && can("integrations:write") && <FailureMails workspace={user.workspace} />}
          {user?.workspace && !isMember && <LeaveWorkspace user={user} />}
          <DeleteAccount />
        </div>
      )}
    </Page>
  );
}
