import * as words from "../../strings/en/dashboard/settings.ts";
import { Page } from "../../ui/page.tsx";
import { NameForm } from "./nameForm.tsx";
import { Notices } from "./notices.tsx";
import { PasswordForm } from "./passwordForm.tsx";

export function AccountPage() {
  return (
    <Page title={words.accountTitle}>
      <Notices />
      <NameForm />
      <PasswordForm />
    </Page>
  );
}
