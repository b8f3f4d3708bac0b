import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation, useSearch } from "@tanstack/react-router";
import type { RegisterBody } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { NewPasswordField } from "../../ui/newPasswordField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryOptionsQuery } from "../api/queries/account.ts";
import { entryApi } from "../api/service.ts";
import { EntryCard } from "./entryCard.tsx";
import { useEntered } from "./useEntered.ts";

export function RegisterPage() {
  const options = useQuery(entryOptionsQuery);
  const { next } = useSearch({ strict: false });
  const links = (
    <p>
      {words.hasAccount}{" "}
      <Link to="/sign-in" search={{ next }}>
        {words.signIn}
      </Link>
    </p>
  );
  const setup = new URLSearchParams(useLocation().hash).get("setup") ?? undefined;
  return (
    <Loaded query={options}>
      {({ signup_open: isOpen, setup_required: needsSetup }) => {
        if (!isOpen) return <EntryCard title={words.closedTitle} text={words.closedText} links={links} />;
        if (needsSetup && !setup) return <EntryCard title={words.setupTitle} text={words.setupText} links={links} />;
        return (
          <EntryCard title={words.registerTitle} text={words.registerText} links={links}>
            <RegisterForm setup={setup} />
          </EntryCard>
        );
      }}
    </Loaded>
  );
}

/** `setup`: token of the setup link, which creates a public server's first account. */
function RegisterForm({ setup }: { setup: string | undefined }) {
  const register = useMutation({
    mutationFn: (body: RegisterBody) => dataOf(entryApi.post("/api/auth/register/", { body })),
    onSuccess: useEntered(),
  });
  return (
    <SubmitForm
      action={words.register}
      mutation={register}
      bodyOf={({ name = "", email = "", password = "" }) => ({ name, email, password, ...(setup && { setup }) })}
    >
      <TextField label={words.name} name="name" autoComplete="name" isRequired maxLength={100} autoFocus />
      <TextField label={words.email} name="email" type="email" autoComplete="username" isRequired />
      <NewPasswordField label={words.password} description={words.passwordHint} />
    </SubmitForm>
  );
}
