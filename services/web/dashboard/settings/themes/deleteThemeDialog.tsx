import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Theme } from "../../../../../shared/domain/theme/themes.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { formsKey } from "../../api/queries/forms.ts";
import { deleteTheme, formsWithThemeQuery, themesKey } from "../../api/queries/themes.ts";
import { FormsWithTheme } from "./formsWithTheme.tsx";

interface Props {
  theme: Theme;
  onDeleted: () => void;
  onClose: () => void;
}

/** Names the forms that change their look. Deleting can't be undone. */
export function DeleteThemeDialog({ theme: { id, name }, onDeleted, onClose }: Props) {
  const queryClient = useQueryClient();
  const forms = useQuery(formsWithThemeQuery(id));
  const remove = async () => {
    await deleteTheme(id);
    onDeleted();
    tell(words.removed(name));
    await queryClient.invalidateQueries({ queryKey: themesKey });
    await queryClient.invalidateQueries({ queryKey: formsKey });
  };
  return (
    <ConfirmDialog
      title={words.removeTitle(name)}
      label={words.remove}
      isWaiting={!forms.data}
      onConfirm={remove}
      onClose={onClose}
    >
      <Loaded query={forms}>
        {({ count, results }) => (
          <>
            <p>{words.removeText(count)}</p>
            <FormsWithTheme count={count} forms={results} />
          </>
        )}
      </Loaded>
    </ConfirmDialog>
  );
}
