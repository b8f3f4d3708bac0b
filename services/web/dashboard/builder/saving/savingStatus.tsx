import { useSyncExternalStore } from "react";
import * as words from "../../../strings/en/dashboard/builder/saving.ts";
import { smallButtonClass } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { signInGate } from "../../api/service.ts";
import type { Saving } from "./machine.ts";
import styles from "./saving.module.css";

interface Props {
  saving: Saving;
  /** unsaved changes are kept on this device */
  isKept: boolean;
  onSaveNow(): void;
}

/** The save status, with a button if saving needs the owner. */
export function SavingStatus({ saving, isKept, onSaveNow }: Props) {
  const { refusal } = saving;
  const needsSignIn = useSyncExternalStore(signInGate.subscribe, signInGate.isNeeded) && saving.phase !== "saved";
  const phase = needsSignIn ? "signed_out" : saving.phase;
  const isStuck = ["signed_out", "unreachable", "too_large", "refused"].includes(phase);
  return (
    <div className={styles.status}>
      <span role="status" aria-label={words.status} className={styles.phase} data-phase={phase}>
        {phase === "saved" && <Icon name="check" size={16} />}
        <span>{isStuck ? words.stuck(words.phases[phase], isKept) : words.phases[phase]}</span>
      </span>
      {phase === "too_large" && <span>{words.tooLarge}</span>}
      {phase === "refused" && <span>{words.refused(refusal ?? "")}</span>}
      {isStuck && !isKept && <span>{words.stay}</span>}
      {(phase === "unreachable" || phase === "refused") && (
        <button type="button" className={smallButtonClass} onClick={onSaveNow}>
          {words.saveNow}
        </button>
      )}
    </div>
  );
}
