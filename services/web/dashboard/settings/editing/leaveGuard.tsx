import { useBlocker } from "@tanstack/react-router";
import * as words from "../../../strings/en/dashboard/editing.ts";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";

/** Asks before leaving a page with unsaved changes. */
export function LeaveGuard({ isEdited }: { isEdited: boolean }) {
  const { status, proceed, reset } = useBlocker({
    // dialogs and tabs of a page change the query only
    shouldBlockFn: ({ current, next }) => isEdited && current.pathname !== next.pathname,
    enableBeforeUnload: isEdited,
    withResolver: true,
  });
  return status === "blocked" && <LeaveDialog onLeave={proceed} onStay={reset} />;
}

export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <ConfirmDialog
    title={words.leaveTitle}
    label={words.leave}
    cancelLabel={words.stay}
    onConfirm={onLeave}
    onClose={onStay}
  >
    <p>{words.leaveText}</p>
  </ConfirmDialog>
);
