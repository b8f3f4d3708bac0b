import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import { formKey, updateForm } from "../../api/queries/forms.ts";
import { Button } from "../../parts/button.tsx";
import { tell } from "../../parts/toasts.tsx";
import * as words from "../../strings/en/dashboard/form.ts";
import styles from "./formLayout.module.css";

/** The form's title, which is written anew where it stands: Enter or leaving it keeps it, Escape the old one. */
export function TitleEditor({ slug, title }: { slug: string; title: string }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState<string | null>(null);
  const rename = useMutation({
    mutationFn: (next: string) => updateForm(slug, { title: next }),
    onSuccess: (form: FormDetail) => queryClient.setQueryData(formKey(slug), form),
    onError: (_, next) => {
      tell(words.notRenamed);
      setText((now) => now ?? next);
    },
  });
  const isAskedFor = !rename.isError;
  const shown = rename.isPending ? rename.variables : title;
  const keep = () => {
    const next = text?.trim() ?? "";
    if (next !== "" && next !== title) rename.mutate(next);
    setText(null);
  };
  if (text === null) {
    return (
      <div className={styles.named}>
        <p className={styles.title} dir="auto">
          {shown}
        </p>
        <Button look="plain" aria-label={words.renameForm(shown)} onPress={() => setText(shown)}>
          {words.rename}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.named}>
      <input
        className={styles.input}
        type="text"
        data-own-undo
        aria-label={words.formTitle}
        maxLength={200}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: somebody has asked for it, and the button that was pressed is gone
        autoFocus={isAskedFor}
        onChange={({ target }) => setText(target.value)}
        onBlur={keep}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter") currentTarget.blur();
          if (key === "Escape") {
            setText(null);
            rename.reset();
          }
        }}
      />
    </div>
  );
}
