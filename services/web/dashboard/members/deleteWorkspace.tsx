import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { DeleteWorkspaceBody, WorkspaceDetail } from "../../../../shared/api/shapes/workspaces.ts";
import { anyCode, password as passwordLabel } from "../../strings/en/dashboard/security.ts";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { timeText } from "../../ui/dates.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { mutedClass } from "../../ui/muted.ts";
import { PasswordField } from "../../ui/passwordField.tsx";
import { SettingCard } from "../../ui/rowsCard.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { formsQuery } from "../api/queries/forms.ts";
import { deleteWorkspace } from "../api/queries/workspaces.ts";
import { currentUser } from "../api/queryClient.ts";
import { readUserAgain } from "../api/session.ts";
import styles from "./members.module.css";

const Dialog = lazyPart(() => import("../../ui/dialog.tsx"), "Dialog");

const activeForms = formsQuery({ show: "active", search: "", label: [], ordering: "-modified", page: 1 });

/** For owners. Seven days are left to restore it. */
export function DeleteWorkspace({ workspace }: { workspace: WorkspaceDetail }) {
  const [isOpen, setOpen] = useState(false);
  const { data: forms } = useQuery({ ...activeForms, refetchInterval: false });
  return (
    <SettingCard isDanger title={words.deleteTitle} text={words.deleteText(forms?.count)}>
      <Button look="danger" onPress={() => setOpen(true)}>
        {words.deleteOpen}
      </Button>
      {isOpen && (
        <Suspense>
          <Confirm workspace={workspace} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </SettingCard>
  );
}

const week = 7 * 24 * 60 * 60 * 1000;

/** Asks for the name, and for the password or a code of a user without one. */
function Confirm({ workspace: { id, name }, onClose }: { workspace: WorkspaceDetail; onClose: () => void }) {
  const { data: user } = useQuery(currentUser);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: (body: DeleteWorkspaceBody) => deleteWorkspace(id, body),
    onSuccess: onClose,
    // also after a 503, which may have scheduled it
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ["workspaces"] }), readUserAgain(queryClient)]),
  });
  const bodyOf = ({ name: typed = "", ...proof }: Record<string, string>): DeleteWorkspaceBody => ({
    name: typed,
    ...proof,
  });
  const [typed, setTyped] = useState("");
  const end = timeText(new Date(Date.now() + week).toISOString());
  return (
    <Dialog title={words.deleteConfirm(name)} onClose={onClose}>
      <ol className={styles.steps}>
        {words.deleteSteps(end).map(({ when, what }) => (
          <li key={when}>
            <strong>{when}</strong>
            <span className={mutedClass}>{what}</span>
          </li>
        ))}
      </ol>
      <SubmitForm
        action={words.deleteAction}
        look="dangerFilled"
        isDisabled={typed.trim() !== name}
        mutation={remove}
        bodyOf={bodyOf}
      >
        <TextField
          label={words.typeName}
          name="name"
          isRequired
          maxLength={100}
          autoComplete="off"
          autoFocus
          onChange={setTyped}
        />
        {user?.has_password ? (
          <PasswordField label={passwordLabel} />
        ) : (
          user?.has_second_factor && <TextField label={anyCode} name="code" isRequired maxLength={32} />
        )}
      </SubmitForm>
    </Dialog>
  );
}
