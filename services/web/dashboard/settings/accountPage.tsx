import * as words from "../../strings/en/dashboard/settings.ts";
import { Page } from "../../ui/page.tsx";
import { NameForm } from "./nameForm.tsx";
import { Notices } from "./notices.tsx";
import { PasswordForm } from "./passwordForm.tsx";
import styles from "./settings.module.css";

export function AccountPage() {
  return (
    <Page title={words.accountTitle}>
      <Notices />
      <div className={styles.forms}>
        <NameForm />
        <PasswordForm />
      </div>
    </Page>
  );
}
