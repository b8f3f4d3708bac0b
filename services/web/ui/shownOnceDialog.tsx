import { useState } from "react";
import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { CopyButton } from "./copyButton.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogFooter } from "./dialogFooter.tsx";
import { TextField } from "./textField.tsx";

interface Props {
  title: string;
  /** instructions */
  text: string;
  label: string;
  value: string;
  copyLabel: string;
  onClose: () => void;
}

/** Shows a secret once. It closes only after the user confirms that it is saved. */
export function ShownOnceDialog({ title, text, label, value, copyLabel, onClose }: Props) {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog title={title}>
      <p>{text}</p>
      <TextField label={label} value={value} isReadOnly autoFocus />
      <div>
        <CopyButton text={value} label={copyLabel} />
      </div>
      <DialogFooter aside={<Checkbox label={words.haveStored} isChecked={isStored} onChange={setStored} />}>
        <Button look="primary" isDisabled={!isStored} onPress={onClose}>
          {words.done}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
