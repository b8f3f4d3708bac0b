import { useMutation } from "@tanstack/react-query";
import type { LoginBody, User } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { dataOf } from "../api/apiError.ts";
import { entryApi } from "../api/service.ts";

export function SignInForm({ email = "", onSignedIn }: { email?: string; onSignedIn: (user: User) => void }) {
  const signIn = useMutation({
    mutationFn: (body: LoginBody) => dataOf(entryApi.post("/api/auth/login/", { body })),
    onSuccess: onSignedIn,
  });
  return (
    <SubmitForm
      action={words.signIn}
      mutation={signIn}
      bodyOf={(fields) => ({ email: fields.email ?? "", password: fields.password ?? "" })}
    >
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        defaultValue={email}
        autoFocus={email === ""}
      />
      <TextField
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus={email !== ""}
      />
    </SubmitForm>
  );
}
