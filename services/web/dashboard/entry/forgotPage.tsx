import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ForgotBody } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { entryApi } from "../api/service.ts";
import { EntryCard } from "./entryCard.tsx";

export function ForgotPage() {
  const options = useQuery(entryOptionsQuery);
  const forgot = useMutation({
    mutationFn: (body: ForgotBody) => dataOf(entryApi.post("/api/auth/forgot/", { body })),
  });
  const links = <Link to="/sign-in">{words.signInTitle}</Link>;
  return (
    <Loaded query={options}>
      {({ mail: hasMail }) => (
        <EntryCard title={words.forgotTitle} text={hasMail ? words.forgotText : words.noMail} links={links}>
          {forgot.isSuccess && <Notice kind="good">{words.forgotDone(forgot.variables.email)}</Notice>}
          {hasMail && !forgot.isSuccess && (
            <SubmitForm action={words.forgot} mutation={forgot} bodyOf={({ email = "" }) => ({ email })}>
              <TextField label={words.email} name="email" type="email" autoComplete="username" isRequired autoFocus />
            </SubmitForm>
          )}
        </EntryCard>
      )}
    </Loaded>
  );
}
