import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "../../strings/en/dashboard/security.ts";
import { accountTitle } from "../../strings/en/dashboard/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Page } from "../../ui/page.tsx";
import { SettingCard } from "../../ui/rowsCard.tsx";
import { isComing } from "../api/isComing.ts";
import { secondFactorQuery, signInsQuery } from "../api/queries/security.ts";
import { currentUser } from "../api/queryClient.ts";
import { AccountTabs } from "./accountTabs.tsx";
import { Devices } from "./devices.tsx";
import { Events } from "./events.tsx";
import { PasswordForm } from "./passwordForm.tsx";
import styles from "./security.module.css";
import { SingleSignOn } from "./singleSignOn.tsx";
import { TwoStep } from "./twoStep.tsx";

/** `/settings/security` */
export function SecurityPage() {
  const query = useQuery(secondFactorQuery);
  const devices = useQuery(signInsQuery);
  const { data: user } = useQuery(currentUser);
  return (
    <Page title={accountTitle} guide="security">
      <AccountTabs />
      <div className={styles.cards}>
        <Loaded query={query}>
          {(factor) => (
            <>
              <TwoStep factor={factor} />
              <Password />
              {user && <SingleSignOn user={user} />}
              <Devices />
              {!isComing(devices) && <Events />}
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

function Password() {
  const { data: user } = useQuery(currentUser);
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingCard
      title={words.passwordTitle}
      text={user?.has_password ? words.passwordText : words.noPassword}
      below={isOpen && <PasswordForm onClose={() => setOpen(false)} />}
    >
      {user?.has_password && !isOpen && <Button onPress={() => setOpen(true)}>{words.changePassword}</Button>}
    </SettingCard>
  );
}
