import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LoginBody, User } from "../../../../shared/api/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { PasswordField } from "../../ui/passwordField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { entryApi } from "../api/service.ts";
import { enteredBy } from "./enteredBy.ts";
import styles from "./entryLayout.module.css";

interface Props {
  email?: string;
  onSignedIn: (user: User) => void;
  /** Default: "Sign in". */
  action?: string;
  /** Gets the password that is being checked. */
  onPassword?: (password: string) => void;
  /** the password was right, and a code is asked for */
  onChallenge: (challenge: string) => void;
  /** a link beside the password's label */
  forgot?: ReactNode;
}

export function SignInForm({ email = "", onSignedIn, onChallenge, forgot, action = words.signIn, onPassword }: Props) {
  const signIn = useMutation({
    mutationFn: (body: LoginBody) => {
      onPassword?.(body.password);
      return enteredBy(entryApi.post("/api/auth/login/", { body }));
    },
    onSuccess: (entered) => (typeof entered === "string" ? onChallenge(entered) : onSignedIn(entered)),
  });
  return (
    <SubmitForm
      action={action}
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
      <div className={styles.password}>
        <PasswordField label={words.password} autoFocus={email !== ""} />
        {forgot}
      </div>
    </SubmitForm>
  );
}
