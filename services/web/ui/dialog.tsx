import { type FormEvent, type ReactNode, useMemo, useRef } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { escapeAgain } from "../strings/en/dashboard/app.ts";
import styles from "./dialog.module.css";
import { DialogContext } from "./dialogFooter.tsx";
import { isSecondClick } from "./doubleClick.ts";
import { WithGuide } from "./guideLink.tsx";
import type { Guide } from "./guides.ts";
import { tell } from "./toasts.tsx";

interface Props {
  title: string;
  /** called on Escape and clicks outside; without it, only the content closes the dialog */
  onClose?: () => void;
  /** for content wider than a few fields; `most` for a gallery, `less` for a form with two columns, `window` for all of the window, `side` for a list along its start */
  isWide?: boolean | "less" | "most" | "window" | "side";
  guide?: Guide;
  /** at the end of the title's line */
  actions?: ReactNode;
  children: ReactNode;
}

/** Fields that hold work. A search text can be lost. */
const writing = "textarea, input:not([type=checkbox], [type=radio], [type=search], [role=combobox])";

/**
 * A modal dialog, open while it is rendered. Its actions are in a `DialogFooter`. If something was typed in it, a click outside
 * doesn't close it, and Escape does the second time.
 */
export function Dialog({ title, onClose, isWide = false, guide, actions, children }: Props) {
  const written = useRef(new Set<Element>());
  const isWarned = useRef(false);
  const context = useMemo(() => ({ onClose }), [onClose]);
  const onInput = ({ target }: FormEvent) => {
    if (!(target instanceof Element) || !target.matches(writing)) return;
    written.current.add(target);
    isWarned.current = false;
  };
  // a later step of the dialog has other fields
  const isWritten = () => [...written.current].some(({ isConnected }) => isConnected);
  const onEscape = () => {
    if (!isWritten() || isWarned.current) return onClose?.();
    isWarned.current = true;
    tell(escapeAgain);
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => isOpen || onEscape()}
      isDismissable={onClose !== undefined}
      // the second click of a double click on the opening button lands outside
      shouldCloseOnInteractOutside={() => !isWritten() && !isSecondClick()}
      isKeyboardDismissDisabled={onClose === undefined}
      className={styles.overlay as string}
    >
      <Modal className={styles.modal as string} data-wide={isWide || undefined}>
        <AriaDialog className={styles.dialog as string}>
          <div className={styles.content} onInput={onInput}>
            <div className={styles.head}>
              <WithGuide guide={guide}>
                <Heading slot="title" className={styles.title as string}>
                  {title}
                </Heading>
              </WithGuide>
              {actions}
            </div>
            <DialogContext value={context}>{children}</DialogContext>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
