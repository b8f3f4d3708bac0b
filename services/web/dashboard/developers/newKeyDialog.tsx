import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreatedApiKey } from "../../../../shared/domain/shapes/auth.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/selectField.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { createKey, keysKey } from "../api/queries/developers.ts";

const dayMs = 24 * 60 * 60 * 1000;

interface Props {
  onCreated: (key: CreatedApiKey) => void;
  onClose: () => void;
}

export function NewKeyDialog({ onCreated, onClose }: Props) {
  const queryClient = useQueryClient();
  const [expiry, setExpiry] = useState<keyof typeof words.expiries>("never");
  const create = useMutation({
    mutationFn: createKey,
    onSuccess: async (key) => {
      await queryClient.invalidateQueries({ queryKey: keysKey });
      onCreated(key);
    },
  });
  const expires = () => (expiry === "never" ? null : new Date(Date.now() + Number(expiry) * dayMs).toISOString());
  return (
    <Dialog title={words.newKey} onClose={onClose}>
      <SubmitForm action={words.createKey} mutation={create} bodyOf={({ name = "" }) => ({ name, expires: expires() })}>
        <TextField
          label={words.keyName}
          description={words.keyNameHint}
          name="name"
          isRequired
          maxLength={100}
          autoFocus
        />
        <SelectField label={words.expiresAfter} value={expiry} options={words.expiries} onChange={setExpiry} />
      </SubmitForm>
    </Dialog>
  );
}
