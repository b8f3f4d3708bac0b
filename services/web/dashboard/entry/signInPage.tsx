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
  const register = options?.signup_open && (
    <>
      {words.isNew}{" "}
      <Link to="/register" search={{ next }}>
        {words.toRegister}
      </Link>
    </>
  );
  return (
    <EntryCard title={words.signInTitle} text={register}>
      <SignInForm onSignedIn={useEntered()} forgot={<Link to="/forgot-password">{words.toForgot}</Link>} />
    </EntryCard>
  );
}
