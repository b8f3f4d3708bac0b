import { useBlocker } from "@tanstack/react-router";
import * as words from "../../../strings/en/dashboard/editing.ts";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";

/** Asks before a page is left that holds what is not saved. */
export function LeaveGuard({ isEdited }: { isEdited: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // what a page shows over itself stands in its address too
    shouldBlockFn: ({ current, next }) => isEdited && current.pathname !== next.pathname,
    enableBeforeUnload: isEdited,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <ConfirmDialog
      title={words.leaveTitle}
      label={words.leave}
      cancelLabel={words.stay}
      onConfirm={proceed}
      onClose={reset}
    >
      <p>{words.leaveText}</p>
    </ConfirmDialog>
  );
}
