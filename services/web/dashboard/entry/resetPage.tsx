import { useMutation } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/entry.ts";
import { fieldOf, problemsIn } from "../../ui/apiError.ts";
import { NewPasswordField } from "../../ui/newPasswordField.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryApi } from "../api/service.ts";
import { EntryCard } from "./entryCard.tsx";

/** The page that a reset link opens. */
export function ResetPage() {
  const { token } = useSearch({ from: "/entry/reset-password" });
  const reset = useMutation({
    mutationFn: (password: string) => dataOf(entryApi.post("/api/auth/reset/", { body: { token, password } })),
  });
  // the API checks a link only with a new password (decisions §2)
  const isDead = token === "" || problemsIn(reset.error).some((problem) => fieldOf(problem) === "token");
  const links = reset.isSuccess ? (
    <>
      <Link to="/sign-in">{words.signInTitle}</Link>
      <Link to="/sign-in" search={{ next: "/settings/access" }}>
        {words.toAccess}
      </Link>
    </>
  ) : (
    <Link to="/forgot-password">{isDead ? words.newLink : words.toForgot}</Link>
  );
  return (
    <EntryCard title={words.resetTitle} links={links}>
      {isDead && <Notice kind="danger">{token === "" ? words.noToken : words.deadToken}</Notice>}
      {reset.isSuccess && <Notice kind="good">{words.resetDone}</Notice>}
      {!isDead && !reset.isSuccess && (
        <SubmitForm action={words.reset} mutation={reset} bodyOf={({ password = "" }) => password}>
          <NewPasswordField label={words.newPassword} description={words.passwordHint} autoFocus />
        </SubmitForm>
      )}
    </EntryCard>
  );
}
