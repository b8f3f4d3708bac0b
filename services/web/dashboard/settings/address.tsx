import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { changeEmail } from "../../strings/en/dashboard/security.ts";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ButtonRow, mixedRowClass, spreadRowClass } from "../../ui/buttonRow.tsx";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { mutedClass } from "../../ui/muted.ts";
import { Panel } from "../../ui/section.tsx";
import { tell } from "../../ui/toasts.tsx";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { requestVerification } from "../api/queries/security.ts";
import { currentUser } from "../api/queryClient.ts";
import styles from "./settings.module.css";

const ChangeEmail = lazyPart(() => import("./changeEmail.tsx"), "ChangeEmail");

/** The user's address. Servers with email can verify it. */
export function Address() {
  const { data: me } = useQuery(currentUser);
  const { data: options } = useQuery(entryOptionsQuery);
  const verify = useMutation({
    mutationFn: requestVerification,
    onSuccess: () => tell(words.verificationSent(me?.email ?? "")),
    onError: (error) => tell(problemText(error)),
  });
  const [isChanging, setChanging] = useState(false);
  return (
    <Panel title={words.email}>
      <div className={`${spreadRowClass} ${styles.address}`}>
        <p className={mixedRowClass}>
          {me?.email}
          {me?.email_verified && <Badge kind="good">{words.verified}</Badge>}
        </p>
        {options && (
          <ButtonRow>
            {options.mail && me && !me.email_verified && (
              <Button isPending={verify.isPending} onPress={() => verify.mutate()}>
                {words.verifyAddress}
              </Button>
            )}
            <Button isDisabled={!options.mail} onPress={() => setChanging(true)}>
              {changeEmail}
            </Button>
          </ButtonRow>
        )}
      </div>
      {options?.mail === false && <p className={mutedClass}>{words.needsMail}</p>}
      {isChanging && (
        <Suspense>
          <ChangeEmail onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </Panel>
  );
}
