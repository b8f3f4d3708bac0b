import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Attachment } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { attachmentsQuery } from "../api/queries/attachments.ts";
import { useFormCan } from "../form/useFormCan.ts";
import { MailsSection } from "../mails/mailsSection.tsx";
import { AttachDialog } from "./attachDialog.tsx";
import { AttachmentRow } from "./attachmentRow.tsx";
import { DetachDialog } from "./detachDialog.tsx";

/** The dialog over the list. */
type Open = { kind: "attach" } | { kind: "detach"; attachment: Attachment } | null;

/** The integrations that receive a form's events. */
export function FormIntegrationsPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/integrations" });
  const query = useQuery(attachmentsQuery(slug));
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const can = useFormCan(slug);
  // attached integrations send responses out
  const canAttach = can("forms:write") && can("responses:read");
  const attach = canAttach && (
    <Button look="primary" icon="plus" onPress={() => setOpen({ kind: "attach" })}>
      {words.attachAction}
    </Button>
  );
  return (
    <Page
      title={words.ofFormTitle}
      guide="integrations"
      actions={!query.isPending && query.data?.count !== 0 && attach}
    >
      <p className={introClass}>{words.ofFormText}</p>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            {count === 0 && (
              <EmptyState
                title={words.noneAttachedTitle}
                text={canAttach ? words.noneAttachedText : words.needsResponses}
              >
                {attach}
              </EmptyState>
            )}
            <Rows label={words.attachmentList}>
              {results.map((attachment) => (
                <AttachmentRow
                  key={attachment.id}
                  slug={slug}
                  attachment={attachment}
                  canChange={canAttach}
                  onDetach={() => setOpen({ kind: "detach", attachment })}
                />
              ))}
            </Rows>
            {open?.kind === "attach" && <AttachDialog slug={slug} attachments={results} onClose={close} />}
          </>
        )}
      </Loaded>
      <MailsSection slug={slug} canChange={canAttach} />
      {open?.kind === "detach" && <DetachDialog slug={slug} attachment={open.attachment} onClose={close} />}
    </Page>
  );
}
