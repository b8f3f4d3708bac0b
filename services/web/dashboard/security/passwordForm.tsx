import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { UpdateMeBody } from "../../../../shared/api/shapes/auth.ts";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Button } from "../../ui/button.tsx";
import { NewPasswordField } from "../../ui/newPasswordField.tsx";
import { PasswordField } from "../../ui/passwordField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { tell } from "../../ui/toasts.tsx";
import { updateMe } from "../api/queries/security.ts";
import { readSecurityAgain } from "./readSecurityAgain.ts";
import styles from "./security.module.css";

export function PasswordForm({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (body: UpdateMeBody) => updateMe(body),
    onSuccess: () => {
      tell(words.passwordSaved);
      readSecurityAgain(queryClient);
      onClose();
    },
  });
  return (
    <div className={styles.form}>
      <SubmitForm
        action={words.savePassword}
        mutation={save}
        bodyOf={({ current_password = "", password = "" }) => ({ current_password, password })}
        buttons={<Button onPress={onClose}>{cancel}</Button>}
      >
        <PasswordField label={words.currentPassword} name="current_password" autoFocus />
        <NewPasswordField label={words.newPassword} description={words.passwordHint} />
      </SubmitForm>
    </div>
  );
}
