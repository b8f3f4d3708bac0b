import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { changeEmail } from "../../strings/en/dashboard/security.ts";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { tell } from "../../ui/toasts.tsx";
import { entryOptionsQuery, requestVerification } from "../api/queries/account.ts";
import { currentUser } from "../api/queryClient.ts";

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
    <>
      <p>
        {words.emailLabel} <strong>{me?.email}</strong>{" "}
        {me?.email_verified && <Badge kind="good">{words.verified}</Badge>}
        {me && !me.email_verified && options?.mail && (
          <Button size="small" isPending={verify.isPending} onPress={() => verify.mutate()}>
            {words.verifyAddress}
          </Button>
        )}{" "}
        {options?.mail && (
          <Button size="small" onPress={() => setChanging(true)}>
            {changeEmail}
          </Button>
        )}
      </p>
      {isChanging && (
        <Suspense>
          <ChangeEmail onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
