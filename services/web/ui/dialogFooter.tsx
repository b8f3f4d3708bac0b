import { createContext, type ReactNode, useContext } from "react";
import { cancel } from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import { ButtonRow } from "./buttonRow.tsx";
import styles from "./dialogFooter.module.css";

/** The dialog around this content, and how to close it. Null outside of dialogs. */
export const DialogContext = createContext<{ onClose?: (() => void) | undefined } | null>(null);

interface Props {
  /** at the start of the line */
  aside?: ReactNode;
  children: ReactNode;
}

/** The actions of a dialog, at its end: the main one comes last. */
export const DialogFooter = ({ aside, children }: Props) => (
  <footer className={styles.footer}>
    {aside && <div className={styles.aside}>{aside}</div>}
    {children}
  </footer>
);

/** The buttons of a form: a row on pages, and the footer with Cancel in dialogs. */
export function FormButtons({ submit, others }: { submit: ReactNode; others?: ReactNode }) {
  const dialog = useContext(DialogContext);
  if (!dialog)
    return (
      <ButtonRow>
        {submit}
        {others}
      </ButtonRow>
    );
  return (
    <DialogFooter>
      {dialog.onClose && <Button onPress={dialog.onClose}>{cancel}</Button>}
      {others}
      {submit}
    </DialogFooter>
  );
}
