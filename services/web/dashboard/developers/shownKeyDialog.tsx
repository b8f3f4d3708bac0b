import { useState } from "react";
import type { CreatedApiKey } from "../../../../shared/domain/shapes/auth.ts";
import { Button } from "../../parts/button.tsx";
import { CopyButton } from "../../parts/copyButton.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/textField.tsx";
import * as words from "../../strings/en/dashboard/developers.ts";
import styles from "./developers.module.css";

/** The only time that anybody sees the key: it goes by no slip of the hand, only by saying that it is stored. */
export function ShownKeyDialog({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog title={words.keyCreatedTitle}>
      <p>{words.keyOnce}</p>
      <TextField label={words.key} value={created.key} isReadOnly autoFocus />
      <div className={styles.buttons}>
        <CopyButton text={created.key} label={words.copyKey} />
        <label className={styles.check}>
          <input type="checkbox" checked={isStored} onChange={(event) => setStored(event.currentTarget.checked)} />
          {words.haveStored}
        </label>
        <Button look="primary" isDisabled={!isStored} onPress={onClose}>
          {words.done}
        </Button>
      </div>
    </Dialog>
  );
}
