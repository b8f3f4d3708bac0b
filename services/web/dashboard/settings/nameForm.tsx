import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as words from "../../strings/en/dashboard/settings.ts";
import { Panel } from "../../ui/section.tsx";
import { SubmitForm } from "../../ui/submitForm.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { updateMe } from "../api/queries/account.ts";
import { currentUser } from "../api/queryClient.ts";
import { Address } from "./address.tsx";
import styles from "./settings.module.css";

export function NameForm() {
  const queryClient = useQueryClient();
  const { data: me } = useQuery(currentUser);
  const save = useMutation({
    mutationFn: (name: string) => updateMe({ name }),
    onSuccess: (user) => {
      queryClient.setQueryData(currentUser.queryKey, user);
      tell(words.nameSaved);
    },
  });
  return (
    <Panel title={words.profile}>
      <div className={styles.form}>
        <Address />
        <SubmitForm action={words.saveName} mutation={save} bodyOf={({ name = "" }) => name}>
          <TextField
            label={words.name}
            name="name"
            autoComplete="name"
            isRequired
            maxLength={100}
            defaultValue={me?.name ?? ""}
          />
        </SubmitForm>
      </div>
    </Panel>
  );
}
