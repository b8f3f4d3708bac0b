import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreateThemeBody, Theme } from "../../../../../shared/domain/theme/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { SubmitForm } from "../../../ui/submitForm.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { createTheme, themesKey } from "../../api/queries/themes.ts";
import { atField } from "../editing/atField.ts";

interface Props {
  /** the values and the suggested name of the new theme */
  from: CreateThemeBody;
  onCreated: (theme: Theme) => void;
  onClose: () => void;
}

export function NewThemeDialog({ from, onCreated, onClose }: Props) {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (body: CreateThemeBody) => atField(409, "name", createTheme(body)),
    onSuccess: async (theme) => {
      await queryClient.invalidateQueries({ queryKey: themesKey });
      onCreated(theme);
    },
  });
  return (
    <Dialog title={words.newTheme} onClose={onClose}>
      <SubmitForm action={words.create} mutation={create} bodyOf={({ name = "" }) => ({ ...from, name })}>
        <TextField label={words.name} name="name" defaultValue={from.name} maxLength={100} isRequired autoFocus />
      </SubmitForm>
    </Dialog>
  );
}
