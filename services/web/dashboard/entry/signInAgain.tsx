import { useQueryClient } from "@tanstack/react-query";
import type { User } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { currentUser } from "../api/queryClient.ts";
import { signInGate } from "../api/service.ts";
import { tellOtherTabs } from "../api/session.ts";
import { SignInForm } from "./signInForm.tsx";

/** A dialog over the page. Its requests wait until the user has signed in. */
export default function SignInAgain() {
  const queryClient = useQueryClient();
  const before = queryClient.getQueryData(currentUser.queryKey);
  const onSignedIn = (user: User) => {
    // waiting requests belong to another account, so they mustn't be sent with this cookie
    tellOtherTabs(user);
    if (user.id !== before?.id) window.location.replace("/");
    else signInGate.signedIn();
  };
  return (
    <Dialog title={words.againTitle}>
      <p>{words.againText}</p>
      <SignInForm email={before?.email ?? ""} onSignedIn={onSignedIn} />
      <a href="/sign-in">{words.leave}</a>
    </Dialog>
  );
}
