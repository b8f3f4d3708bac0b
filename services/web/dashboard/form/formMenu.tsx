import { useNavigate } from "@tanstack/react-router";
import type { FormDetail } from "../../../../shared/api/shapes/forms.ts";
import * as words from "../../strings/en/dashboard/form.ts";
import { duplicate } from "../../strings/en/dashboard/forms.ts";
import { Button } from "../../ui/button.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { useCan } from "../api/rights.ts";
import { useCopyForm } from "./useCopyForm.ts";

interface Props {
  form: FormDetail;
  /** null for users who may not */
  onRename: (() => unknown) | null;
}

/** The menu beside a form's title. */
export function FormMenu({ form, onRename }: Props) {
  const { slug, is_active: isActive, has_published_version: isPublished } = form;
  const navigate = useNavigate();
  const copy = useCopyForm(slug);
  const can = useCan();
  const duplicateForm: MenuAction = {
    id: "duplicate",
    label: duplicate,
    icon: "copy",
    isDisabled: copy.isPending,
    onAction: () => copy.mutate(),
  };
  const open: MenuAction = {
    id: "open",
    label: words.openForm,
    icon: "external-link",
    onAction: () => void window.open(`/f/${slug}`, "_blank", "noopener"),
  };
  const rename: MenuAction = {
    id: "rename",
    label: words.rename,
    icon: "pencil",
    onAction: () => void onRename?.(),
  };
  const actions: MenuAction[] = [
    ...(onRename ? [rename] : []),
    ...(can("forms:write") ? [duplicateForm] : []),
    {
      id: "translations",
      label: words.translations,
      icon: "languages",
      onAction: () => void navigate({ to: "/forms/$slug/translations", params: { slug } }),
    },
    {
      id: "versions",
      label: words.versions,
      icon: "history",
      onAction: () => void navigate({ to: "/forms/$slug/versions", params: { slug } }),
    },
    ...(isActive && isPublished ? [open] : []),
  ];
  return (
    <ActionMenu
      label={words.formMenu}
      actions={actions}
      trigger={<Button look="plain" size="small" icon="chevron-down" aria-label={words.formMenu} />}
    />
  );
}
