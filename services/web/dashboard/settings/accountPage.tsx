import { useQuery } from "@tanstack/react-query";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Page } from "../../ui/page.tsx";
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
  return (
    <Page title={words.accountTitle}>
      <AccountTabs />
      {can("member") && <Notices />}
      <div className={styles.forms}>
        <NameForm />
        {user?.workspace && can("integrations:write") && <FailureMails workspace={user.workspace} />}
        {user?.workspace && !can("member") && <LeaveWorkspace user={user} />}
        <DeleteAccount />
      </div>
    </Page>
  );
}
