import { useState } from "react";
import * as words from "../../strings/en/dashboard/security.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { CopyButton } from "../../ui/copyButton.tsx";
import { Notice } from "../../ui/notice.tsx";
import { saveFile } from "../../ui/saveFile.ts";
import styles from "./security.module.css";

interface Props {
  codes: readonly string[];
  email: string;
  onDone: () => void;
}

/** Codes that are shown once. Done waits until the user has saved them. */
export function RecoveryCodes({ codes, email, onDone }: Props) {
  const [isSaved, setSaved] = useState(false);
  const text = words.fileText(email, codes);
  return (
    <>
      <div className={styles.inset}>
        <Notice kind="warning">
          <strong>{words.codesNow}</strong> {words.codesText}
        </Notice>
      </div>
      <ol className={styles.codes} aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.foot}>
        <Checkbox label={words.saved} isChecked={isSaved} onChange={setSaved} />
        <div className={styles.confirm}>
          <Button look="plain" onPress={() => window.print()}>
            {words.print}
          </Button>
          <Button
            look="plain"
            icon="download"
            onPress={() => saveFile(words.fileName, new Blob([text], { type: "text/plain" }))}
          >
            {words.download}
          </Button>
          <CopyButton text={codes.join("\n")} label={words.copy} icon="copy" />
          <Button look="primary" isDisabled={!isSaved} onPress={onDone}>
            {words.done}
          </Button>
        </div>
      </div>
    </>
  );
}
