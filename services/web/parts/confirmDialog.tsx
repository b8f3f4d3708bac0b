import type { ReactNode } from "react";
import { cancel } from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./confirmDialog.module.css";
import { Dialog } from "./dialog.tsx";
import { problemText } from "./failed.tsx";
import { Notice } from "./notice.tsx";

interface Props {
  title: string;
  /** the button that does it */
  label: string;
  look?: "danger" | "primary";
  /** the button that does not */
  cancelLabel?: string;
  /** what a mutation says of itself */
  action: { isPending?: boolean; error?: unknown };
  isDisabled?: boolean;
  onConfirm(): void;
  onClose(): void;
  children: ReactNode;
}

/** Asks before something is done; the way out has the focus. What went wrong is told in it. */
export function ConfirmDialog({
  title,
  label,
  look = "danger",
  cancelLabel = cancel,
  action: { isPending = false, error },
  isDisabled = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error != null && <Notice kind="danger">{problemText(error)}</Notice>}
      <div className={styles.buttons}>
        <Button look={look} isDisabled={isDisabled} isPending={isPending} onPress={onConfirm}>
          {label}
        </Button>
        <Button autoFocus onPress={onClose}>
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  );
}
