import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/entry.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { EntryCard } from "./entryCard.tsx";
import { SignInForm } from "./signInForm.tsx";
import { useEntered } from "./useEntered.ts";

export function SignInPage() {
  const { data: options } = useQuery(entryOptionsQuery);
  const { next } = useSearch({ strict: false });
  const links = (
    <>
      <Link to="/forgot-password">{words.toForgot}</Link>
      {options?.signup_open && (
        <Link to="/register" search={{ next }}>
          {words.toRegister}
        </Link>
      )}
    </>
  );
  return (
    <EntryCard title={words.signInTitle} links={links}>
      <SignInForm onSignedIn={useEntered()} />
    </EntryCard>
  );
}
