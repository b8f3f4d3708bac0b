import { type ComponentProps, useState } from "react";
import { showCharacters } from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./field.module.css";
import { TextField } from "./textField.tsx";

/** A field for a password, which its eye shows. */
export function SecretField(props: ComponentProps<typeof TextField>) {
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.secret}>
      <TextField {...props} type={isShown ? "text" : "password"} isRequired />
      <Button
        look="plain"
        size="small"
        icon={isShown ? "eye-off" : "eye"}
        aria-label={showCharacters}
        aria-pressed={isShown}
        onPress={() => setShown(!isShown)}
      />
    </div>
  );
}
