import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import styles from "./dialog.module.css";

interface Props {
  title: string;
  /** Escape and what is beside it; a dialog without it ends by what is in it alone */
  onClose?: () => void;
  /** for what is wider than a few fields */
  isWide?: boolean;
  children: ReactNode;
}

/** Over the page, which cannot be used meanwhile. Shown while it is there. */
export function Dialog({ title, onClose, isWide = false, children }: Props) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose?.()}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      className={styles.overlay as string}
    >
      <Modal className={styles.modal as string} data-wide={isWide || undefined}>
        <AriaDialog className={styles.dialog as string}>
          <Heading slot="title" className={styles.title as string}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
