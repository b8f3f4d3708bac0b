import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import * as words from "../../strings/en/dashboard/settings.ts";
import { SavedField } from "../../ui/savedField.tsx";
import { Panel } from "../../ui/section.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { updateMe } from "../api/queries/security.ts";
import { currentUser } from "../api/queryClient.ts";

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
      <SavedField action={words.saveName} value={me?.name ?? ""} mutation={save}>
        {(field) => <TextField label={words.name} autoComplete="name" isRequired maxLength={100} {...field} />}
      </SavedField>
    </Panel>
  );
}
