import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { FormDetail } from "../../../../shared/domain/shapes/forms.ts";
import * as words from "../../strings/en/dashboard/form.ts";
import { duplicate } from "../../strings/en/dashboard/forms.ts";
import { Button } from "../../ui/button.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { tell } from "../../ui/toasts.tsx";
import { formKey, updateForm } from "../api/queries/forms.ts";
import styles from "./formLayout.module.css";
import { useCopyForm } from "./useCreateForm.ts";

/** The form's title, edited in place: Enter or leaving the field keeps it, Escape doesn't. Beside it the form's menu. */
export function TitleEditor({
  form: { slug, title, is_active: isActive, has_published_version: isPublished },
}: {
  form: FormDetail;
}) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isNew = useLocation({ select: ({ state }) => state.isTitleNew === true });
  const [text, setText] = useState<string | null>(isNew ? title : null);
  const rename = useMutation({
    mutationFn: (next: string) => updateForm(slug, { title: next }),
    onSuccess: (form: FormDetail) => queryClient.setQueryData(formKey(slug), form),
    onError: (_, next) => {
      tell(words.notRenamed);
      setText((now) => now ?? next);
    },
  });
  const copy = useCopyForm(slug);
  const isAskedFor = !rename.isError;
  const shown = rename.isPending ? rename.variables : title;
  const keep = () => {
    const next = text?.trim() ?? "";
    if (next !== "" && next !== title) rename.mutate(next);
    setText(null);
  };
  if (text !== null) {
    return (
      <input
        className={styles.input}
        type="text"
        data-own-undo
        aria-label={words.formTitle}
        maxLength={200}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: somebody has asked for it, and the button that was pressed is gone
        autoFocus={isAskedFor}
        onFocus={({ currentTarget }) => currentTarget.select()}
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
    );
  }
  const actions: MenuAction[] = [
    { id: "rename", label: words.rename, icon: "pencil", onAction: () => setText(shown) },
    {
      id: "duplicate",
      label: duplicate,
      icon: "copy",
      isDisabled: copy.isPending,
      onAction: () => copy.mutate(),
    },
    {
      id: "versions",
      label: words.versions,
      icon: "history",
      onAction: () => void navigate({ to: "/forms/$slug/versions", params: { slug } }),
    },
    ...(isActive && isPublished
      ? [
          {
            id: "open",
            label: words.openForm,
            icon: "external-link" as const,
            onAction: () => void open(`/f/${slug}`, "_blank", "noopener"),
          },
        ]
      : []),
  ];
  return (
    <>
      <button
        type="button"
        className={styles.title}
        dir="auto"
        aria-label={words.renameForm(shown)}
        title={words.rename}
        onClick={() => setText(shown)}
      >
        {shown}
      </button>
      <ActionMenu
        label={words.formMenu}
        actions={actions}
        trigger={<Button look="plain" size="small" icon="chevron-down" aria-label={words.formMenu} />}
      />
    </>
  );
}
