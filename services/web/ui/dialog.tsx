import { type FormEvent, type ReactNode, useRef } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import styles from "./dialog.module.css";
import { isSecondClick } from "./doubleClick.ts";

interface Props {
  title: string;
  /** Escape and what is beside it; a dialog without it ends by what is in it alone */
  onClose?: () => void;
  /** for what is wider than a few fields */
  isWide?: boolean;
  /** beside the title */
  actions?: ReactNode;
  children: ReactNode;
}

/** Where somebody writes; what is searched for is no loss. */
const writing = "textarea, input:not([type=checkbox], [type=radio], [type=search], [role=combobox])";

/**
 * Over the page, which cannot be used meanwhile. Shown while it is there. Where something was written in it, a slip of the hand
 * beside it does not end it.
 */
export function Dialog({ title, onClose, isWide = false, actions, children }: Props) {
  const isWritten = useRef(false);
  const onInput = ({ target }: FormEvent) => {
    if (target instanceof Element && target.matches(writing)) isWritten.current = true;
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose?.()}
      isDismissable={onClose !== undefined}
      // a double click on the button that has opened it hits what is beside it
      shouldCloseOnInteractOutside={() => !isWritten.current && !isSecondClick()}
      isKeyboardDismissDisabled={onClose === undefined}
      className={styles.overlay as string}
    >
      <Modal className={styles.modal as string} data-wide={isWide || undefined}>
        <AriaDialog className={styles.dialog as string}>
          <div className={styles.content} onInput={onInput}>
            <div className={styles.head}>
              <Heading slot="title" className={styles.title as string}>
                {title}
              </Heading>
              {actions}
            </div>
            {children}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
