import { useQuery } from "@tanstack/react-query";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Page } from "../../ui/page.tsx";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { AccountTabs } from "../security/accountTabs.tsx";
import { Address } from "./address.tsx";
import { DeleteAccount } from "./deleteAccount.tsx";
import { LeaveWorkspace } from "./leaveWorkspace.tsx";
import { NameForm } from "./nameForm.tsx";
import styles from "./settings.module.css";

/** `/settings/account` */
export function AccountPage() {
  const can = useCan();
  const { data: user } = useQuery(currentUser);
  return (
    <Page title={words.accountTitle} guide="security">
      <AccountTabs />
      <div className={styles.forms}>
        <NameForm />
        <Address />
        {user?.workspace && !can("member") && <LeaveWorkspace user={user} />}
        <DeleteAccount />
      </div>
    </Page>
  );
}
