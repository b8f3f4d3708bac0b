import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { currentUser } from "../api/queryClient.ts";
import { signInGate } from "../api/service.ts";
import { tellOtherTabs } from "../api/session.ts";
import { SignInForm } from "./signInForm.tsx";
import { SsoButton } from "./singleSignOn.tsx";

const SecondStep = lazyPart(() => import("./secondStep.tsx"), "SecondStep");

/** A dialog over the page. Its requests wait until the user has signed in. */
export default function SignInAgain() {
  const queryClient = useQueryClient();
  const [challenge, setChallenge] = useState<string | null>(null);
  const sso = useQuery(entryOptionsQuery).data?.sso;
  const before = queryClient.getQueryData(currentUser.queryKey);
  const onSignedIn = (user: User) => {
    // waiting requests belong to another account, so they mustn't be sent with this cookie
    tellOtherTabs(user);
    if (user.id !== before?.id) window.location.replace("/");
    else signInGate.signedIn();
  };
  if (challenge !== null)
    return (
      <Dialog title={words.againTitle}>
        <Suspense>
          <SecondStep
            challenge={challenge}
            onSignedIn={onSignedIn}
            onStartOver={() => setChallenge(null)}
            frame={(_title, text, content) => (
              <>
                <p>{text}</p>
                {content}
              </>
            )}
          />
        </Suspense>
      </Dialog>
    );
  return (
    <Dialog title={words.againTitle}>
      <p>{words.againText}</p>
      {/* the new tab comes back to the sign-in page, which tells this one (app/routes.ts) */}
      {sso && <SsoButton sso={sso} next="/sign-in" opensTab />}
      {!sso?.only && <SignInForm email={before?.email ?? ""} onSignedIn={onSignedIn} onChallenge={setChallenge} />}
      <a href="/sign-in">{words.leave}</a>
    </Dialog>
  );
}
