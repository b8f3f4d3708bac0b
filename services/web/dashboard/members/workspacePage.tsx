import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { UpdateWorkspaceBody, WorkspaceDetail } from "../../../../shared/api/shapes/workspaces.ts";
import * as words from "../../strings/en/dashboard/workspaces.ts";
import { Button } from "../../ui/button.tsx";
import { cardClass } from "../../ui/card.ts";
import { problemText } from "../../ui/failed.tsx";
import { lazyPart } from "../../ui/lazyPart.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { CardRow, RowsCard, SettingCard } from "../../ui/rowsCard.tsx";
import { SavedField } from "../../ui/savedField.tsx";
import { Select } from "../../ui/select.tsx";
import { TextField } from "../../ui/textField.tsx";
import { tell } from "../../ui/toasts.tsx";
import { WorkspaceTile } from "../../ui/workspaceTile.tsx";
import { updateWorkspace, workspaceQuery } from "../api/queries/workspaces.ts";
import { useCan } from "../api/rights.ts";
import { readUserAgain } from "../api/session.ts";
import { DeleteWorkspace } from "./deleteWorkspace.tsx";
import styles from "./members.module.css";
import { SignInSettings } from "./signInSettings.tsx";
import { useMayCreate } from "./useMayCreate.ts";
import { useWorkspace } from "./useWorkspace.ts";

const CreateWorkspaceDialog = lazyPart(() => import("./createWorkspaceDialog.tsx"), "CreateWorkspaceDialog");

/** `/settings/workspace` */
export function WorkspacePage() {
  const { id } = useWorkspace();
  const query = useQuery(workspaceQuery(id));
  return (
    <Page title={words.settings} guide="teams">
      <Loaded query={query}>{(workspace) => <Settings workspace={workspace} />}</Loaded>
    </Page>
  );
}

function Settings({ workspace }: { workspace: WorkspaceDetail }) {
  const can = useCan();
  const canWrite = can("workspace:write");
  const canDelete = can("workspace:delete");
  const save = useSave(workspace.id, same);
  const mayCreate = useMayCreate();
  const [isCreating, setCreating] = useState(false);
  const { settings } = workspace;
  const open = (changed: Partial<typeof settings>) =>
    save.mutate({ settings: changed }, { onError: (error) => tell(problemText(error)) });
  return (
    <div className={styles.settings}>
      {canWrite && <Naming workspace={workspace} />}
      {!canWrite && <p className={mutedClass}>{words.readOnly(workspace.name)}</p>}
      {canWrite && <SignInSettings workspace={workspace} onChange={(isOn) => open({ requires_second_factor: isOn })} />}
      {canWrite && (
        <RowsCard title={words.permissions}>
          <Opened
            title={words.createKeys}
            text={words.createKeysText}
            value={settings.key_creation}
            onChange={(next) => open({ key_creation: next })}
          />
          <Opened
            title={words.shareForms}
            text={words.shareFormsText}
            value={settings.sharing}
            onChange={(next) => open({ sharing: next })}
          />
        </RowsCard>
      )}
      <Default workspace={workspace} />
      {mayCreate && (
        <SettingCard title={words.moreWorkspaces} text={words.createText}>
          <Button icon="plus" onPress={() => setCreating(true)}>
            {words.create}
          </Button>
        </SettingCard>
      )}
      {canDelete && !workspace.deletes_at && <DeleteWorkspace workspace={workspace} />}
      {isCreating && (
        <Suspense>
          <CreateWorkspaceDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}

const same = (body: UpdateWorkspaceBody) => body;

function useSave<T = UpdateWorkspaceBody>(id: string, bodyOf: (value: T) => UpdateWorkspaceBody) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (value: T) => updateWorkspace(id, bodyOf(value)),
    onSuccess: async (workspace) => {
      queryClient.setQueryData(workspaceQuery(id).queryKey, workspace);
      await Promise.all([queryClient.invalidateQueries({ queryKey: ["workspaces"] }), readUserAgain(queryClient)]);
      tell(words.saved);
    },
  });
}

function Naming({ workspace: { id, name } }: { workspace: WorkspaceDetail }) {
  const save = useSave(id, (typed: string) => ({ name: typed }));
  return (
    <div className={`${cardClass} ${styles.naming}`}>
      <WorkspaceTile id={id} name={name} size="large" />
      <SavedField action={words.save} value={name} mutation={save}>
        {(field) => <TextField label={words.name} isRequired maxLength={100} {...field} />}
      </SavedField>
    </div>
  );
}

interface OpenedProps {
  title: string;
  text: string;
  value: keyof typeof words.openTo;
  onChange: (value: keyof typeof words.openTo) => void;
}

/** Whether editors may do something. */
const Opened = ({ title, text, value, onChange }: OpenedProps) => (
  <CardRow name={title} text={text}>
    <Select look="small" label={title} value={value} options={words.openTo} onChange={onChange} />
  </CardRow>
);

/** The workspace that opens after signing in. */
function Default({ workspace: { id, is_default: isDefault } }: { workspace: WorkspaceDetail }) {
  const save = useSave(id, same);
  if (isDefault) return null;
  return (
    <SettingCard title={words.defaultTitle} text={words.defaultText}>
      <Button
        isPending={save.isPending}
        onPress={() => save.mutate({ is_default: true }, { onError: (error) => tell(problemText(error)) })}
      >
        {words.makeDefault}
      </Button>
    </SettingCard>
  );
}
