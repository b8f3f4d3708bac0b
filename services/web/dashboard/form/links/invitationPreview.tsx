import type { CreateLinkMailBody, LinkMailPreview } from "../../../../../shared/api/shapes/linkMails.ts";
import type { Link } from "../../../../../shared/api/shapes/links.ts";
import * as words from "../../../strings/en/dashboard/linkMails.ts";
import { Button } from "../../../ui/button.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { LetterCard, PreviewPane } from "../../mails/letter/letterPreview.tsx";
import styles from "./sendInvitations.module.css";
import { useRecipients } from "./useRecipients.ts";

interface Props {
  slug: string;
  /** the plan of the dry run */
  written: CreateLinkMailBody;
  selected: readonly Link[];
  /** the first recipient's email */
  first: LinkMailPreview;
}

/** The email as each of the recipients gets it. */
export function InvitationPreview({ slug, written, selected, first }: Props) {
  const { preview, isWaiting, previous, next } = useRecipients(slug, written, selected, first);
  return (
    <PreviewPane
      head={
        <>
          <bdi role="status" className={styles.recipient}>
            {preview?.reference}
          </bdi>
          <span className={styles.steps}>
            <Step icon="chevron-left" label={words.previousRecipient} onStep={previous} />
            <Step icon="chevron-right" label={words.nextRecipient} onStep={next} />
          </span>
        </>
      }
    >
      {preview ? (
        <LetterCard
          title={words.previewOf(preview.reference ?? "")}
          subject={preview.subject}
          language={preview.language}
          html={preview.html}
        />
      ) : (
        <p className={mutedClass}>{isWaiting ? "" : words.notInvitable}</p>
      )}
    </PreviewPane>
  );
}

interface StepProps {
  icon: "chevron-left" | "chevron-right";
  label: string;
  /** undefined at the end */
  onStep: (() => void) | undefined;
}

const Step = ({ icon, label, onStep }: StepProps) => (
  <Button look="plain" size="small" icon={icon} aria-label={label} isDisabled={!onStep} onPress={() => onStep?.()} />
);
