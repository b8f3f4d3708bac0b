import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { UpdateMeBody } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/settings.ts";
import { NewPasswordField } from "../../ui/newPasswordField.tsx";
import { Panel } from "../../ui/section.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { updateMe } from "../api/queries/account.ts";
import styles from "./settings.module.css";

export function PasswordForm() {
  // clears the fields after a save
  const [saved, setSaved] = useState(0);
  const save = useMutation({
    mutationFn: (body: UpdateMeBody) => updateMe(body),
    onSuccess: () => {
      tell(words.passwordSaved);
      setSaved(saved + 1);
    },
  });
  return (
    <Panel title={words.password}>
      <div className={styles.form}>
        <SubmitForm
          key={saved}
          action={words.savePassword}
          mutation={save}
          bodyOf={({ current_password = "", password = "" }) => ({ current_password, password })}
        >
          <TextField
            label={words.currentPassword}
            name="current_password"
            type="password"
            autoComplete="current-password"
            isRequired
          />
          <NewPasswordField label={words.newPassword} description={words.passwordHint} />
        </SubmitForm>
      </div>
    </Panel>
  );
}
