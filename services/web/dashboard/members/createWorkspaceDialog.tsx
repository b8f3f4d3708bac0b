import { useMutation } from "@tanstack/react-query";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { createWorkspace } from "../api/queries/workspaces.ts";

/** Creates a workspace and opens it. */
export function CreateWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const create = useMutation({
    mutationFn: (name: string) => createWorkspace({ name }),
    onSuccess: ({ id }) => window.location.assign(`/?workspace=${id}`),
  });
  return (
    <Dialog title={words.createTitle} onClose={onClose}>
      <p>{words.createText}</p>
      <SubmitForm action={words.create} mutation={create} bodyOf={({ name = "" }) => name}>
        <TextField label={words.name} name="name" isRequired maxLength={100} autoFocus />
      </SubmitForm>
    </Dialog>
  );
}
