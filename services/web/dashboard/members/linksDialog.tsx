import type { Invitation } from "../../../../shared/api/shapes/members.ts";
import { done } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copyButton.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { TextField } from "../../ui/textField.tsx";
import styles from "./members.module.css";

interface Props {
  text: string;
  /** as just sent: the service tells a link only then */
  invitations: readonly Invitation[];
  onClose: () => void;
}

/** The link of each invitation, to copy. */
export const LinksDialog = ({ text, invitations, onClose }: Props) => (
  <Dialog title={words.linksTitle} isWide="less" onClose={onClose}>
    <p>{text}</p>
    <ul className={styles.links}>
      {invitations.map(({ id, email, url, mail_reason }) => (
        <li key={id} className={styles.link}>
          <TextField label={words.linkFor(email)} value={url ?? ""} isReadOnly />
          <CopyButton text={url ?? ""} label={words.copyLink} icon="copy" />
          {mail_reason && <span className={mutedClass}>{words.notMailed(mail_reason)}</span>}
        </li>
      ))}
    </ul>
    <DialogFooter>
      <Button look="primary" autoFocus onPress={onClose}>
        {done}
      </Button>
    </DialogFooter>
  </Dialog>
);
