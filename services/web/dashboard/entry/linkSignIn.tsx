import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import { signIn as toSignIn } from "../../strings/en/dashboard/entry.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { ApiError } from "../../ui/apiError.ts";
import { Button } from "../../ui/button.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { entryApi } from "../api/service.ts";
import { enteredBy } from "./enteredBy.ts";
import { EntryCard } from "./entryCard.tsx";

interface Props {
  link: string;
  onSignedIn: (user: User) => void;
  onChallenge: (challenge: string) => void;
}

/** Signs in by an administrator's link. A click does, because scanners open links. */
export function LinkSignIn({ link, onSignedIn, onChallenge }: Props) {
  const signIn = useMutation({
    mutationFn: () => enteredBy(entryApi.post("/api/auth/login/link/", { body: { token: link } })),
    onSuccess: (entered) => (typeof entered === "string" ? onChallenge(entered) : onSignedIn(entered)),
  });
  const isOver = signIn.error instanceof ApiError && signIn.error.status === 401;
  return (
    <EntryCard title={words.linkTitle} text={words.linkText} links={isOver && <Link to="/sign-in">{toSignIn}</Link>}>
      {signIn.error && <Notice kind="danger">{isOver ? words.linkFailed : problemText(signIn.error)}</Notice>}
      {!isOver && (
        <Button look="primary" size="large" isPending={signIn.isPending} onPress={() => signIn.mutate()}>
          {words.signIn}
        </Button>
      )}
    </EntryCard>
  );
}
