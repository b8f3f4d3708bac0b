import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CreateViewBody, SavedView } from "../../../../shared/api/shapes/savedViews.ts";
import * as words from "../../strings/en/dashboard/savedViews.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirmDialog.tsx";
import { problemText } from "../../ui/failed.tsx";
import { ActionMenu, type MenuAction } from "../../ui/menu.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import type { ResponsesView } from "../api/queries/responses.ts";
import { changeView, deleteView, savedViewsQuery, saveView } from "../api/queries/savedViews.ts";
import { useFormCan } from "../form/useFormCan.ts";
import type { ResponsesSearch } from "./responsesSearch.ts";
import { contentOf, isChanged, searchOf } from "./savedViewState.ts";
import type { Columns } from "./useColumns.ts";

interface Props {
  slug: string;
  shown: ResponsesView;
  /** ID in the page's address */
  viewId: string | undefined;
  columns: Columns;
  /** shows an icon alone */
  isPhone: boolean;
  onOpen(search: ResponsesSearch): void;
}

/** A menu of the form's saved views. With the right to change responses, it saves the page as a view. */
export function SavedViews({ slug, shown, viewId, columns, isPhone, onOpen }: Props) {
  const queryClient = useQueryClient();
  const can = useFormCan(slug);
  const { data: views = [] } = useQuery({ ...savedViewsQuery(slug), enabled: can("responses:read") });
  const canSave = can("responses:write");
  const [dialog, setDialog] = useState<"save" | "delete" | null>(null);
  const current = views.find(({ id }) => id === viewId);
  const content = contentOf(shown, columns.kept);
  const open = (view: SavedView) => {
    if (view.columns) columns.keep(view.columns);
    onOpen(searchOf(view));
  };
  const update = ({ id, name }: SavedView) =>
    changeView(queryClient, slug, id, content).then(
      () => tell(words.updated(name)),
      (error: unknown) => tell(problemText(error)),
    );
  const close = () => setDialog(null);
  const hasChanges = current !== undefined && isChanged(current, shown, columns.kept);
  const actions: MenuAction[] = [
    ...views.map((view) => ({
      id: view.id,
      label: view.name,
      isCurrent: view === current,
      onAction: () => open(view),
    })),
    ...(canSave ? savingActions({ current, hasChanges, update, setDialog, isFirst: views.length === 0 }) : []),
  ];
  if (actions.length === 0) return null;
  const name = current ? words.viewOf(current.name, hasChanges) : words.views;
  return (
    <>
      <ActionMenu
        label={words.views}
        actions={actions}
        trigger={
          <Button icon="list" aria-label={isPhone ? name : undefined}>
            {isPhone ? undefined : name}
          </Button>
        }
      />
      {dialog === "save" && (
        <SaveDialog slug={slug} content={content} onSaved={(view) => onOpen(searchOf(view))} onClose={close} />
      )}
      {dialog === "delete" && current && (
        <ConfirmDialog
          title={words.deleteTitle(current.name)}
          label={words.deleteNow}
          onConfirm={() => deleteView(queryClient, slug, current.id).then(() => onOpen({}))}
          onClose={close}
        >
          <p>{words.deleteText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface Saving {
  current: SavedView | undefined;
  hasChanges: boolean;
  isFirst: boolean;
  update(view: SavedView): Promise<void>;
  setDialog(dialog: "save" | "delete"): void;
}

function savingActions({ current, hasChanges, isFirst, update, setDialog }: Saving): MenuAction[] {
  const save = { id: "save", label: words.save, icon: "save" as const, startsGroup: !isFirst };
  if (!current) return [{ ...save, onAction: () => setDialog("save") }];
  return [
    { ...save, onAction: () => setDialog("save") },
    ...(hasChanges
      ? [
          {
            id: "update",
            label: words.update(current.name),
            icon: "refresh-cw" as const,
            onAction: () => void update(current),
          },
        ]
      : []),
    {
      id: "delete",
      label: words.remove(current.name),
      icon: "trash-2",
      isDanger: true,
      onAction: () => setDialog("delete"),
    },
  ];
}

interface SaveProps {
  slug: string;
  content: Omit<CreateViewBody, "name">;
  onSaved(view: SavedView): void;
  onClose(): void;
}

function SaveDialog({ slug, content, onSaved, onClose }: SaveProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const save = async () => {
    const view = await saveView(queryClient, slug, { name, ...content });
    tell(words.saved(view.name));
    onSaved(view);
  };
  return (
    <ConfirmDialog title={words.saveTitle} label={words.saveNow} look="primary" onConfirm={save} onClose={onClose}>
      <TextField label={words.name} value={name} maxLength={60} description={words.saveText} onChange={setName} />
    </ConfirmDialog>
  );
}
