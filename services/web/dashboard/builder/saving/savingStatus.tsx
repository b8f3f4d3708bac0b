import { useSyncExternalStore } from "react";
import { signInGate } from "../../../api/service.ts";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import type { Saving } from "./machine.ts";
import styles from "./saving.module.css";

interface Props {
  saving: Saving;
  onSaveNow(): void;
}

/** How saving stands, always in sight, and what can be done where it does not go on by itself. */
export function SavingStatus({ saving, onSaveNow }: Props) {
  const { phase, refusal } = saving;
  const needsSignIn = useSyncExternalStore(signInGate.subscribe, signInGate.isNeeded) && phase !== "saved";
  return (
    <div className={styles.status}>
      <span
        role="status"
        aria-label={words.status}
        className={styles.phase}
        data-phase={needsSignIn ? "signed_out" : phase}
      >
        {needsSignIn ? words.signedOut : words.phases[phase]}
      </span>
      {phase === "too_large" && <span>{words.tooLarge}</span>}
      {phase === "refused" && <span>{words.refused(refusal ?? "")}</span>}
      {phase === "unreachable" && (
        <button type="button" onClick={onSaveNow}>
          {words.saveNow}
        </button>
      )}
    </div>
  );
}
