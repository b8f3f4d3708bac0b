import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { toForms } from "../../strings/en/dashboard/app.ts";
import { lockedAction, lockedText, lockedTitle } from "../../strings/en/dashboard/security.ts";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Page } from "../../ui/page.tsx";
import { tell } from "../../ui/toasts.tsx";
import { currentUser } from "../api/queryClient.ts";
import { readUserAgain } from "../api/session.ts";
import { useMayCreate } from "../members/useMayCreate.ts";

const CreateWorkspaceDialog = lazyPart(() => import("../members/createWorkspaceDialog.tsx"), "CreateWorkspaceDialog");

/** Replaces every page for a user without a workspace. */
export function NoWorkspace() {
  const queryClient = useQueryClient();
  const mayCreate = useMayCreate();
  const [isCreating, setCreating] = useState(false);
  const check = useMutation({
    mutationFn: () => readUserAgain(queryClient),
    onError: (error) => tell(problemText(error)),
  });
  return (
    <Page title={words.noneTitle}>
      <p>{words.noneText}</p>
      <ButtonRow>
        <Button isPending={check.isPending} onPress={() => check.mutate()}>
          {words.checkAgain}
        </Button>
        {mayCreate && (
          <Button icon="plus" onPress={() => setCreating(true)}>
            {words.create}
          </Button>
        )}
      </ButtonRow>
      {isCreating && (
        <Suspense>
          <CreateWorkspaceDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
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

/** Replaces the pages of a workspace that requires two-step sign-in, until the user has it. */
export function SecondFactorRequired() {
  const { data: user } = useQuery(currentUser);
  return (
    <Page title={lockedTitle(user?.workspace?.name ?? "")}>
      <p>{lockedText}</p>
      <div>
        <Link to="/settings/security" className={buttonClass("primary")}>
          {lockedAction}
        </Link>
      </div>
    </Page>
  );
}
