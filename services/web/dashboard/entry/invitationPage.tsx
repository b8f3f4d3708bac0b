import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { hasResponseChoice } from "../../../../shared/api/access/roles.ts";
import type { User } from "../../../../shared/api/shapes/auth.ts";
import type { AcceptBody, OpenInvitation } from "../../../../shared/api/shapes/members.ts";
import * as words from "../../strings/en/dashboard/invitation.ts";
import { ApiError } from "../../ui/apiError.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { timeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { NewPasswordField } from "../../ui/newPasswordField.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/passwordField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { WorkspaceTile } from "../../ui/workspaceTile.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { currentUser } from "../api/queryClient.ts";
import { entryApi } from "../api/service.ts";
import { endSession, startSession } from "../api/session.ts";
import { enteredBy } from "./enteredBy.ts";
import { EntryCard } from "./entryCard.tsx";
import styles from "./invitation.module.css";
import { SsoButton } from "./singleSignOn.tsx";

const SecondStep = lazyPart(() => import("./secondStep.tsx"), "SecondStep");

/** The invitation of a link. Throws ApiError 404 if it is used, revoked or expired. */
const openInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ["invitation", token],
    queryFn: ({ signal }) => dataOf(entryApi.get("/api/auth/invitation/", { query: { token }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** `/invitation?token=…`: accepts or declines an invitation. */
export function InvitationPage() {
  const { token } = useSearch({ from: "/entry/invitation" });
  const query = useQuery(openInvitationQuery(token));
  const user = useQuery(currentUser);
  // signing out empties the cache
  const [, setSignOuts] = useState(0);
  const isInvalid = query.error instanceof ApiError && query.error.status === 404;
  if (isInvalid && !query.data) return <Invalid />;
  return (
    <Loaded query={user}>
      {(me) => (
        <Loaded query={query}>
          {(invitation) => (
            <Invitation
              token={token}
              invitation={invitation}
              user={me}
              onSignedOut={() => setSignOuts((count) => count + 1)}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const Invalid = () => (
  <EntryCard title={words.invalidTitle} text={words.invalidText} links={<Link to="/">{words.toForms}</Link>} />
);

interface Props {
  token: string;
  invitation: OpenInvitation;
  user: User | null;
}

function Invitation({ token, invitation, user, onSignedOut }: Props & Pick<AnotherProps, "onSignedOut">) {
  const { workspace_name: workspace, invited_by: by, email, role, responses, expires } = invitation;
  const decline = useMutation({
    mutationFn: () => dataOf(entryApi.post("/api/auth/invitation/decline/", { body: { token } })),
  });
  if (decline.isSuccess) return <EntryCard title={words.declinedTitle} text={words.declinedText(by)} />;
  if (user && user.email.toLowerCase() !== email.toLowerCase())
    return <ForAnother invitation={invitation} user={user} onSignedOut={onSignedOut} />;
  return (
    <>
      <Meeting by={by} workspace={workspace} />
      <EntryCard title={words.title(by, workspace)}>
        <div className={styles.role}>
          <strong>{words.joinAs[role]}</strong>
          <span className={mutedClass}>{words.abilities[role]}</span>
          {hasResponseChoice(role) && <span className={mutedClass}>{words.withResponses[responses]}</span>}
        </div>
        {invitation.sso_only && !user ? (
          <SsoAccept token={token} />
        ) : (
          <AcceptForm token={token} invitation={invitation} user={user} />
        )}
        {decline.error && <Notice kind="danger">{problemText(decline.error)}</Notice>}
        <div className={styles.foot}>
          <span className={mutedClass}>{words.expires(timeText(expires))}</span>
          <Button look="plain" size="small" isPending={decline.isPending} onPress={() => decline.mutate()}>
            {words.decline}
          </Button>
        </div>
      </EntryCard>
    </>
  );
}

/** The issuer proves the address instead of a password. */
function SsoAccept({ token }: { token: string }) {
  const { data: options } = useQuery(entryOptionsQuery);
  return options?.sso ? <SsoButton sso={options.sso} invitation={token} /> : null;
}

/** The inviter and the workspace. IDs aren't told, so names give the hues. */
const Meeting = ({ by, workspace }: { by: string; workspace: string }) => (
  <div className={styles.meeting} data-picture="people">
    <Avatar id={by} name={by} size="large" />
    <span aria-hidden="true" className={styles.line} />
    <WorkspaceTile id={workspace} name={workspace} />
  </div>
);

/** A new person gives a name and a password, a known one signs in, and a signed-in one only joins. */
function AcceptForm({ token, invitation: { workspace_name: workspace, email, has_user: hasUser }, user }: Props) {
  const [challenge, setChallenge] = useState<string | null>(null);
  // a link that was passed on doesn't say whether the address has a user: the refusal does
  const [isKnown, setIsKnown] = useState(hasUser === true);
  const accept = useAccept(token, email, isKnown && !user, setChallenge, () => setIsKnown(true));
  const address = (
    <div className={styles.locked}>
      <TextField label={words.email} value={email} isReadOnly type="email" autoComplete="username" />
    </div>
  );
  if (challenge !== null) {
    return (
      <Suspense>
        <SecondStep
          challenge={challenge}
          onSignedIn={() => accept.mutate({})}
          onStartOver={() => setChallenge(null)}
          frame={(_title, text, content) => (
            <>
              <p className={mutedClass}>{text}</p>
              {content}
            </>
          )}
        />
      </Suspense>
    );
  }
  if (user) {
    return (
      <SubmitForm action={words.join(workspace)} mutation={accept} bodyOf={() => ({})}>
        {address}
      </SubmitForm>
    );
  }
  if (isKnown) return <SignInToJoin accept={accept}>{address}</SignInToJoin>;
  return (
    <SubmitForm
      action={words.join(workspace)}
      mutation={accept}
      bodyOf={({ name = "", password = "" }) => ({ name, password })}
    >
      {address}
      <TextField label={words.name} name="name" autoComplete="name" isRequired maxLength={100} autoFocus />
      <NewPasswordField label={words.password} description={words.passwordHint} />
    </SubmitForm>
  );
}

type Accept = ReturnType<typeof useAccept>;

const SignInToJoin = ({ accept, children }: { accept: Accept; children: ReactNode }) => (
  <SubmitForm
    action={words.signInAndJoin}
    mutation={accept}
    bodyOf={({ password = "" }) => ({ password })}
    buttons={<Link to="/forgot-password">{words.forgot}</Link>}
  >
    {children}
    <PasswordField label={words.password} autoFocus />
  </SubmitForm>
);

/** Accepts, after signing in if the address has a user, and opens the workspace. */
function useAccept(
  token: string,
  email: string,
  signsIn: boolean,
  onChallenge: (challenge: string) => void,
  onKnown: () => void,
) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: async ({ password, ...fields }: Omit<AcceptBody, "token">) => {
      // without a password after the second step
      if (signsIn && password !== undefined) {
        const entered = await enteredBy(entryApi.post("/api/auth/login/", { body: { email, password } }));
        if (typeof entered === "string") return entered;
      }
      const body = signsIn ? { token } : { token, ...fields, ...(password !== undefined && { password }) };
      return dataOf(entryApi.post("/api/auth/invitation/accept/", { body }));
    },
    onSuccess: (user) => {
      if (typeof user === "string") return onChallenge(user);
      queryClient.clear();
      startSession(queryClient, user);
      router.history.replace(user.workspace ? `/?workspace=${user.workspace.id}` : "/");
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) onKnown();
    },
  });
}

interface AnotherProps {
  invitation: OpenInvitation;
  user: User;
  onSignedOut: () => void;
}

function ForAnother({ invitation, user, onSignedOut }: AnotherProps) {
  const { workspace_name: workspace, invited_by: by, email } = invitation;
  const queryClient = useQueryClient();
  const leave = useMutation({ mutationFn: () => endSession(queryClient), onSuccess: onSignedOut });
  return (
    <>
      <Meeting by={by} workspace={workspace} />
      <EntryCard title={words.otherTitle} text={words.otherText(by, email, workspace)}>
        <div className={styles.user}>
          <Avatar id={user.id} name={user.name} />
          <div className={styles.who}>
            <strong>{user.name}</strong>
            <span className={mutedClass}>{user.email}</span>
          </div>
          <Badge kind="good">{words.signedIn}</Badge>
        </div>
        {leave.error && <Notice kind="danger">{problemText(leave.error)}</Notice>}
        <Button look="primary" size="large" isPending={leave.isPending} onPress={() => leave.mutate()}>
          {words.signOut}
        </Button>
        <Link to="/" className={buttonClass("quiet")} data-size="large">
          {words.toForms}
        </Link>
        <p className={mutedClass}>{words.wrongAddress(by, user.email)}</p>
      </EntryCard>
    </>
  );
}
