import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { LoginBody, User } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/entry.ts";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { dataOf } from "../api/dataOf.ts";
import { entryApi } from "../api/service.ts";
import styles from "./entryLayout.module.css";

interface Props {
  email?: string;
  onSignedIn: (user: User) => void;
  /** a link beside the password's label */
  forgot?: ReactNode;
}

export function SignInForm({ email = "", onSignedIn, forgot }: Props) {
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
      <div className={styles.password}>
        <TextField
          label={words.password}
          name="password"
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus={email !== ""}
        />
        {forgot}
      </div>
    </SubmitForm>
  );
}
