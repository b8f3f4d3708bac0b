import { useMutation, useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { gives } from "../../../../../shared/api/access/roles.ts";
import type { FormDetail, LeftBehind, MovedForm } from "../../../../../shared/api/shapes/forms.ts";
import * as words from "../../../strings/en/dashboard/formSettings.ts";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Panel } from "../../../ui/section.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { movableQuery, moveForm } from "../../api/queries/forms.ts";
import { workspacesQuery } from "../../api/queries/workspaces.ts";
import { currentUser } from "../../api/queryClient.ts";
import { useCan } from "../../api/rights.ts";
import styles from "./formSettings.module.css";

const ConfirmDialog = lazyPart(() => import("../../../ui/confirmDialog.tsx"), "ConfirmDialog");

/** For those who change several workspaces. */
export function MoveSection({ form }: { form: FormDetail }) {
  const can = useCan();
  const { data: user } = useQuery(currentUser);
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  const [isOpen, setOpen] = useState(false);
  const others = workspaces.filter(
    ({ id, role, deletes_at: deletesAt }) =>
      id !== user?.workspace?.id && deletesAt === null && gives(role, "workspace:write"),
  );
  if (!can("workspace:write") || others.length === 0) return null;
  const names = Object.fromEntries(others.map(({ id, name }) => [id, name]));
  return (
    <Panel title={words.move}>
      <div className={styles.danger}>
        <p>{words.moveText}</p>
        <Button onPress={() => setOpen(true)}>{words.moveOpen}</Button>
      </div>
      {isOpen && (
        <Suspense>
          <MoveDialog form={form} workspaces={names} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Panel>
  );
}

interface DialogProps {
  form: FormDetail;
  /** names by ID */
  workspaces: Record<string, string>;
  onClose: () => void;
}

function MoveDialog({ form: { slug, title }, workspaces, onClose }: DialogProps) {
  const [target, setTarget] = useState(Object.keys(workspaces)[0] ?? "");
  const preview = useQuery(movableQuery(slug, target));
  const move = useMutation({
    mutationFn: (): Promise<MovedForm> => moveForm(slug, { workspace_id: target }),
    // the page belongs to the other workspace now
    onSuccess: () => window.location.assign(`/forms/${slug}/settings?workspace=${target}`),
  });
  return (
    <ConfirmDialog
      title={words.moveTitle(title)}
      label={words.moveAction}
      look="primary"
      isWaiting={preview.isPending}
      onConfirm={() => move.mutateAsync()}
      onClose={onClose}
    >
      <SelectField label={words.moveTo} value={target} options={workspaces} onChange={setTarget} />
      <p>{words.moveKeeps}</p>
      <Loaded query={preview}>{({ left }) => <Left left={left} />}</Loaded>
    </ConfirmDialog>
  );
}

const kinds = Object.keys(words.leftBehind) as (keyof typeof words.leftBehind)[];

/** Names of more open on demand. */
const shownNames = 3;

const LeftOfKind = ({ title, names }: { title: string; names: readonly string[] }) => (
  <li>
    {names.length <= shownNames ? (
      `${title}: ${names.join(", ")}`
    ) : (
      <details>
        <summary>{title}</summary>
        {names.join(", ")}
      </details>
    )}
  </li>
);

/** Counts everything that stays, without themes and images, which are copied. */
function Left({ left }: { left: readonly LeftBehind[] }) {
  const missed = left.filter(
    (one): one is LeftBehind & { kind: keyof typeof words.leftBehind } => one.kind in words.leftBehind,
  );
  if (missed.length === 0) return <p className={mutedClass}>{words.nothingLeft}</p>;
  return (
    <>
      <p>{words.leavesBehind}</p>
      <ul>
        {kinds.map((kind) => {
          const names = missed.filter((one) => one.kind === kind).map(({ name }) => name);
          return (
            names.length > 0 && <LeftOfKind key={kind} title={words.leftBehind[kind](names.length)} names={names} />
          );
        })}
      </ul>
    </>
  );
}
