import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import type { EntryOptions, User } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { EntryCard } from "./entryCard.tsx";
import { SignInForm } from "./signInForm.tsx";
import { LinkSso, OrPassword, SsoButton, SsoProblem } from "./singleSignOn.tsx";
import { useEntered } from "./useEntered.ts";

const SecondStep = lazyPart(() => import("./secondStep.tsx"), "SecondStep");
const LinkSignIn = lazyPart(() => import("./linkSignIn.tsx"), "LinkSignIn");

export function SignInPage() {
  const { data: options } = useQuery(entryOptionsQuery);
  const { next, link, error } = useSearch({ strict: false });
  const navigate = useNavigate();
  const onSignedIn = useEntered();
  const [challenge, setChallenge] = useState<string | null>(null);
  /** called after the second step */
  const [onProven, setOnProven] = useState<(user: User) => void>(() => onSignedIn);
  const startOver = () => {
    setChallenge(null);
    if (link !== undefined) void navigate({ to: "/sign-in", search: { next }, replace: true });
  };
  if (challenge !== null)
    return (
      <Suspense>
        <SecondStep
          challenge={challenge}
          onSignedIn={onProven}
          onStartOver={startOver}
          frame={(title, text, content) => (
            <EntryCard title={title} text={text}>
              {content}
            </EntryCard>
          )}
        />
      </Suspense>
    );
  if (link !== undefined)
    return (
      <Suspense>
        <LinkSignIn link={link} onSignedIn={onSignedIn} onChallenge={setChallenge} />
      </Suspense>
    );
  const { sso } = options ?? {};
  if (sso && !sso.only && error === "link_needed")
    return (
      <LinkSso
        sso={sso}
        next={next}
        onSignedIn={onSignedIn}
        onChallenge={(given, then) => {
          setOnProven(() => then);
          setChallenge(given);
        }}
      />
    );
  return <FirstStep options={options} onSignedIn={onSignedIn} onChallenge={setChallenge} />;
}

interface FirstProps {
  options: EntryOptions | undefined;
  onSignedIn: (user: User) => void;
  onChallenge: (challenge: string) => void;
}

/** Single sign-on, then the password, as far as the server allows them. */
function FirstStep({ options, onSignedIn, onChallenge }: FirstProps) {
  const { next, error } = useSearch({ strict: false });
  const sso = options?.sso;
  const register = options?.signup_open && (
    <>
      {words.isNew}{" "}
      <Link to="/register" search={{ next }}>
        {words.toRegister}
      </Link>
    </>
  );
  return (
    <EntryCard title={words.signInTitle} text={register || (sso && !sso.only && words.askTeam)}>
      {sso && error !== undefined && <SsoProblem sso={sso} error={error} />}
      {sso && <SsoButton sso={sso} next={next} />}
      {sso && !sso.only && <OrPassword />}
      {!sso?.only && (
        <SignInForm
          onSignedIn={onSignedIn}
          onChallenge={onChallenge}
          forgot={<Link to="/forgot-password">{words.toForgot}</Link>}
        />
      )}
    </EntryCard>
  );
}
