import { useQuery } from "@tanstack/react-query";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Page } from "../../ui/page.tsx";
import { currentUser } from "../api/queryClient.ts";
import { useCan } from "../api/rights.ts";
import { FailureMails } from "./failureMails.tsx";
import { NameForm } from "./nameForm.tsx";
import { Notices } from "./notices.tsx";
import { PasswordForm } from "./passwordForm.tsx";
import styles from "./settings.module.css";

export function AccountPage() {
  const can = useCan();
  const { data: user } = useQuery(currentUser);
  return (
    <Page title={words.accountTitle}>
      {can("member") && <Notices />}
      <div className={styles.forms}>
        <NameForm />
        <PasswordForm />
      </div>
      {user?.workspace && can("integrations:write") && <FailureMails workspace={user.workspace} />}
    </Page>
  );
}
