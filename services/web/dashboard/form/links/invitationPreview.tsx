import type { LinkMailPreview } from "../../../../../shared/domain/shapes/linkMails.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import styles from "./sendInvitations.module.css";

/** The email as one of the recipients gets it. */
export const InvitationPreview = ({ preview }: { preview: LinkMailPreview }) => (
  <section className={styles.preview} aria-label={words.previewOf(preview.reference ?? "")}>
    <p className={styles.recipient}>
      <strong>{words.preview}</strong> <bdi>{preview.reference}</bdi>
    </p>
    <div className={styles.mail} lang={preview.language}>
      <p className={styles.mailSubject} dir="auto">
        {preview.subject}
      </p>
      <pre dir="auto">{preview.text}</pre>
    </div>
  </section>
);
