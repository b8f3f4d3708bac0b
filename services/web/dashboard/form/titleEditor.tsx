import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import * as words from "../../strings/en/dashboard/form.ts";
import { lazyPart } from "../../ui/lazyPart.ts";
import { tell } from "../../ui/toasts.tsx";
import { renaming } from "../api/queries/forms.ts";
import { useCan } from "../api/rights.ts";
import styles from "./formLayout.module.css";

const FormMenu = lazyPart(() => import("./formMenu.tsx"), "FormMenu");

interface Props {
  form: FormDetail;
}

/** The form's title, edited in place: Enter or leaving the field keeps it, Escape doesn't. Beside it the form's menu. */
export function TitleEditor({ form }: Props) {
  const { title } = form;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isNew = useLocation({ select: ({ state }) => state.isTitleNew === true });
  const [text, setText] = useState<string | null>(isNew ? title : null);
  // a reload keeps the state of the location
  // biome-ignore lint/correctness/useExhaustiveDependencies: later it belongs to the next form, which isn't shown yet
  useEffect(() => {
    if (isNew) void navigate({ to: ".", search: true, replace: true });
  }, []);
  const rename = useMutation({
    mutationFn: async (next: string) => (await import("./renameForm.ts")).renameForm(queryClient, form, next),
    mutationKey: renaming,
    onSuccess: ({ slug }) =>
      slug === form.slug
        ? undefined
        : navigate({ to: ".", params: { slug }, search: true, replace: true, ignoreBlocker: true }),
    onError: (_, next) => {
      tell(words.notRenamed);
      setText((now) => now ?? next);
    },
  });
  const shown = rename.isPending ? rename.variables : title;
  // one rename at a time, since it can change the slug that the next one is sent to
  const edit = () => rename.isPending || setText(shown);
  const canEdit = useCan()("forms:write", form.id);
  if (text !== null && canEdit) {
    return (
      <TitleInput
        text={text}
        takesFocus={!rename.isError}
        onChange={setText}
        onKeep={() => {
          const next = text.trim();
          if (next !== "" && next !== title) rename.mutate(next);
          setText(null);
        }}
        onCancel={() => {
          setText(null);
          rename.reset();
        }}
      />
    );
  }
  return (
    <>
      <Title text={shown} onEdit={canEdit ? edit : null} />
      <Suspense fallback={<span className={styles.menu} />}>
        <FormMenu form={form} onRename={canEdit ? edit : null} />
      </Suspense>
    </>
  );
}

const Title = ({ text, onEdit }: { text: string; onEdit: (() => unknown) | null }) =>
  onEdit ? (
    <button
      type="button"
      className={styles.title}
      dir="auto"
      aria-label={words.renameForm(text)}
      title={words.rename}
      onClick={onEdit}
    >
      {text}
    </button>
  ) : (
    <p className={styles.title} dir="auto">
      {text}
    </p>
  );

interface InputProps {
  text: string;
  /** false after an error: the owner may be elsewhere */
  takesFocus: boolean;
  onChange(text: string): void;
  onKeep(): void;
  onCancel(): void;
}

const TitleInput = ({ text, takesFocus, onChange, onKeep, onCancel }: InputProps) => (
  <input
    className={styles.input}
    type="text"
    data-own-undo
    aria-label={words.formTitle}
    maxLength={200}
    value={text}
    // biome-ignore lint/a11y/noAutofocus: somebody has asked for it, and the button that was pressed is gone
    autoFocus={takesFocus}
    onFocus={({ currentTarget }) => currentTarget.select()}
    onChange={({ target }) => onChange(target.value)}
    onBlur={onKeep}
    onKeyDown={({ key, currentTarget }) => {
      if (key === "Enter") currentTarget.blur();
      if (key === "Escape") onCancel();
    }}
  />
);
