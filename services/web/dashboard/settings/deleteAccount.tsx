import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { DeleteMeBody } from "../../../../shared/api/shapes/security.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { PasswordField } from "../../ui/passwordField.tsx";
import { SettingCard } from "../../ui/rowsCard.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { deleteMe } from "../api/queries/security.ts";
import { currentUser } from "../api/queryClient.ts";

const Dialog = lazyPart(() => import("../../ui/dialog.tsx"), "Dialog");

export function DeleteAccount() {
  const [isOpen, setOpen] = useState(false);
  return (
    <SettingCard isDanger title={words.deleteTitle} text={words.deleteText}>
      <Button look="danger" onPress={() => setOpen(true)}>
        {words.deleteOpen}
      </Button>
      {isOpen && (
        <Suspense>
          <Confirm onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingCard>
  );
}

/** Asks for the password, or for a code of a user without one. */
function Confirm({ onClose }: { onClose: () => void }) {
  const { data: user } = useQuery(currentUser);
  const remove = useMutation({
    mutationFn: (body: DeleteMeBody) => deleteMe(body),
    // leaves nothing of the account in the tab
    onSuccess: () => window.location.replace("/sign-in"),
  });
  const bodyOf = ({ password, code }: Record<string, string>): DeleteMeBody =>
    password !== undefined ? { password } : code !== undefined ? { code } : {};
  return (
    <Dialog title={words.deleteConfirm} onClose={onClose}>
      <p>{words.deleteText}</p>
      <SubmitForm action={words.deleteForever} look="dangerFilled" mutation={remove} bodyOf={bodyOf}>
        {user?.has_password ? (
          <PasswordField label={words.password} autoFocus />
        ) : (
          user?.has_second_factor && <TextField label={words.anyCode} name="code" isRequired maxLength={32} autoFocus />
        )}
      </SubmitForm>
    </Dialog>
  );
}
