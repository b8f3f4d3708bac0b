import * as words from "../../strings/en/dashboard/settings.ts";
import { Page } from "../../ui/page.tsx";
import { useCan } from "../api/rights.ts";
import { NameForm } from "./nameForm.tsx";
import { Notices } from "./notices.tsx";
import { PasswordForm } from "./passwordForm.tsx";
import styles from "./settings.module.css";

export function AccountPage() {
  const can = useCan();
  return (
    <Page title={words.accountTitle}>
      {can("member") && <Notices />}
      <div className={styles.forms}>
        <NameForm />
        <PasswordForm />
      </div>
    </Page>
  );
}
