import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Theme } from "../../../../../shared/domain/shapes/themes.ts";
import { deleteTheme, formsWithThemeQuery, themesKey } from "../../../api/queries/themes.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { problemText } from "../../../parts/failed.tsx";
import { Loaded } from "../../../parts/loaded.tsx";
import { Notice } from "../../../parts/notice.tsx";
import { tell } from "../../../parts/toasts.tsx";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import * as words from "../../../strings/en/dashboard/themes.ts";
import { FormsWithTheme } from "./formsWithTheme.tsx";
import styles from "./themes.module.css";

interface Props {
  theme: Theme;
  onDeleted: () => void;
  onClose: () => void;
}

/** It cannot be taken back, so it says first which forms will look otherwise. */
export function DeleteThemeDialog({ theme: { id, name }, onDeleted, onClose }: Props) {
  const queryClient = useQueryClient();
  const forms = useQuery(formsWithThemeQuery(id));
  const remove = useMutation({
    mutationFn: () => deleteTheme(id),
    onSuccess: async () => {
      onDeleted();
      tell(words.removed(name));
      await queryClient.invalidateQueries({ queryKey: themesKey });
      await queryClient.invalidateQueries({ queryKey: ["forms"] });
    },
  });
  return (
    <Dialog title={words.removeTitle(name)} onClose={onClose}>
      <Loaded query={forms}>
        {({ count, results }) => (
          <>
            <p>{words.removeText(count)}</p>
            <FormsWithTheme count={count} forms={results} />
          </>
        )}
      </Loaded>
      {remove.error && <Notice kind="danger">{problemText(remove.error)}</Notice>}
      <div className={styles.buttons}>
        <Button look="danger" isDisabled={!forms.data} isPending={remove.isPending} onPress={() => remove.mutate()}>
          {words.remove}
        </Button>
        <Button autoFocus onPress={onClose}>
          {cancel}
        </Button>
      </div>
    </Dialog>
  );
}
