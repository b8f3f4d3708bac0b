import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cancel } from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogFooter } from "./dialogFooter.tsx";
import { problemText } from "./failed.tsx";
import { Notice } from "./notice.tsx";

interface Props {
  title: string;
  /** label of the button that confirms */
  label: string;
  look?: "dangerFilled" | "primary";
  /** label of the button that cancels */
  cancelLabel?: string;
  /** the subject of the question is still loading */
  isWaiting?: boolean;
  /** May return a promise. If it fails, the dialog stays open and shows the error. */
  onConfirm(): unknown;
  onClose(): void;
  children: ReactNode;
}

/** Asks for confirmation. Cancel has the focus. Closing the dialog doesn't stop a running action. */
export function ConfirmDialog({
  title,
  label,
  look = "dangerFilled",
  cancelLabel = cancel,
  isWaiting = false,
  onConfirm,
  onClose,
  children,
}: Props) {
  const { mutate, isPending, error } = useMutation({ mutationFn: async () => onConfirm() });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error && <Notice kind="danger">{problemText(error)}</Notice>}
      <DialogFooter>
        <Button autoFocus onPress={onClose}>
          {cancelLabel}
        </Button>
        <Button
          look={look}
          isPending={isPending || isWaiting}
          // passed here, so that it can't close a dialog opened later
          onPress={() => mutate(undefined, { onSuccess: onClose })}
        >
          {label}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
