import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { toForms } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Page } from "../../ui/page.tsx";
import { tell } from "../../ui/toasts.tsx";
import { currentUser } from "../api/queryClient.ts";
import { readUserAgain } from "../api/session.ts";

/** Replaces every page for a user without a workspace. */
export function NoWorkspace() {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () => readUserAgain(queryClient),
    onError: (error) => tell(problemText(error)),
  });
  return (
    <Page title={words.noneTitle}>
      <p>{words.noneText}</p>
      <div>
        <Button isPending={check.isPending} onPress={() => check.mutate()}>
          {words.checkAgain}
        </Button>
      </div>
    </Page>
  );
}

/** Replaces a page that the user's role may not see. */
export function NoAccess({ title }: { title: string }) {
  const { data: user } = useQuery(currentUser);
  return (
    <Page title={title}>
      <p>{words.noAccess(user?.workspace?.name ?? "")}</p>
      <Link to="/">{toForms}</Link>
    </Page>
  );
}
