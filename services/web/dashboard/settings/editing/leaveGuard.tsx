import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import * as words from "../../../strings/en/dashboard/editing.ts";
import styles from "./editing.module.css";

/** Asks before a page is left that holds what is not saved. */
export function LeaveGuard({ isEdited }: { isEdited: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isEdited,
    enableBeforeUnload: isEdited,
    withResolver: true,
  });
  if (status !== "blocked") return null;
  return (
    <Dialog title={words.leaveTitle} onClose={reset}>
      <p>{words.leaveText}</p>
      <div className={styles.buttons}>
        <Button look="danger" onPress={proceed}>
          {words.leave}
        </Button>
        <Button autoFocus onPress={reset}>
          {words.stay}
        </Button>
      </div>
    </Dialog>
  );
}
