import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { cancel } from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import { ButtonRow } from "./buttonRow.tsx";
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
  /** what it asks about is not there yet */
  isWaiting?: boolean;
  /** Does it, with what follows from it, and may give a promise; what it throws is told in the dialog, which stays open then. */
  onConfirm(): unknown;
  onClose(): void;
  children: ReactNode;
}

/** Asks before something is done; the way out has the focus. Who closes it meanwhile does not stop what was begun. */
export function ConfirmDialog({
  title,
  label,
  look = "danger",
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
      <ButtonRow>
        <Button
          look={look}
          isPending={isPending || isWaiting}
          // said with the call, so that it closes no other dialog when it was closed by hand
          onPress={() => mutate(undefined, { onSuccess: onClose })}
        >
          {label}
        </Button>
        <Button autoFocus onPress={onClose}>
          {cancelLabel}
        </Button>
      </ButtonRow>
    </Dialog>
  );
}
