import { useMutation, useQuery } from "@tanstack/react-query";
import type { ChangeEmailBody } from "../../../../shared/api/shapes/security.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { PasswordField } from "../../ui/passwordField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { changeEmail } from "../api/queries/security.ts";
import { currentUser } from "../api/queryClient.ts";

export function ChangeEmail({ onClose }: { onClose: () => void }) {
  const { data: user } = useQuery(currentUser);
  const save = useMutation({
    mutationFn: (body: ChangeEmailBody) => changeEmail(body),
    onSuccess: (_, { email }) => {
      tell(words.linkSent(email));
      onClose();
    },
  });
  return (
    <Dialog title={words.changeEmailTitle} onClose={onClose}>
      <p>{words.changeEmailText}</p>
      <SubmitForm
        action={words.sendLink}
        mutation={save}
        bodyOf={({ email = "", password }) => ({ email, ...(password !== undefined && { password }) })}
      >
        <TextField label={words.newEmail} name="email" type="email" autoComplete="email" isRequired autoFocus />
        {user?.has_password && <PasswordField label={words.password} />}
      </SubmitForm>
    </Dialog>
  );
}
