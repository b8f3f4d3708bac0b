import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import type { EntryOptions, User } from "../../../../shared/api/shapes/auth.ts";
import type { SsoError } from "../../../../shared/api/shapes/sso.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryApi } from "../api/service.ts";
import { EntryCard } from "./entryCard.tsx";
import { SignInForm } from "./signInForm.tsx";
import styles from "./singleSignOn.module.css";
import { ssoAddress } from "./ssoAddress.ts";

/** Parts of the sign-in page for single sign-on (teams §20.9). */
export type Sso = NonNullable<EntryOptions["sso"]>;

interface ButtonProps {
  sso: Sso;
  next?: string | undefined;
  invitation?: string;
  /** keeps the work on this page */
  opensTab?: boolean;
}

/** A link, because the browser goes to another site. */
export const SsoButton = ({ sso, opensTab, ...query }: ButtonProps) => (
  <a
    href={ssoAddress(query)}
    className={buttonClass(sso.only ? "primary" : "quiet")}
    data-size="large"
    {...(opensTab && { target: "_blank", rel: "noopener" })}
  >
    <Icon name="badge-check" size={18} />
    {words.continueWith(sso.name)}
  </a>
);

export const OrPassword = () => <p className={styles.or}>{words.orPassword}</p>;

/** Why single sign-on failed. An unknown reason is one of a newer server. */
export function SsoProblem({ sso, error }: { sso: Sso; error: string }) {
  const reasons = words.ssoErrors(sso.name);
  const [title, text] = reasons[error as SsoError] ?? reasons.failed;
  return (
    <Notice kind="danger">
      <strong className={styles.problem}>{title}</strong>
      {text}
    </Notice>
  );
}

interface LinkProps {
  sso: Sso;
  next: string | undefined;
  onSignedIn: (user: User) => void;
  onChallenge: (challenge: string, onSignedIn: (user: User) => void) => void;
}

/** Signs in with the password, then links single sign-on at the issuer's page. */
export function LinkSso({ sso, next, onSignedIn, onChallenge }: LinkProps) {
  const password = useRef("");
  const link = async (user: User) => {
    const body = { password: password.current };
    const answer = await dataOf(entryApi.post("/api/auth/oidc/link/", { body })).catch(() => null);
    // signed in anyway; the security page offers the link again
    if (answer) location.assign(answer.url);
    else onSignedIn(user);
  };
  return (
    <EntryCard
      title={words.signInTitle}
      links={
        <Link to="/sign-in" search={{ next }}>
          {words.back}
        </Link>
      }
    >
      <SsoProblem sso={sso} error="link_needed" />
      <SignInForm
        action={words.signInAndLink(sso.name)}
        onPassword={(given) => {
          password.current = given;
        }}
        onSignedIn={(user) => void link(user)}
        onChallenge={(challenge) => onChallenge(challenge, (user) => void link(user))}
        forgot={<Link to="/forgot-password">{words.toForgot}</Link>}
      />
    </EntryCard>
  );
}
