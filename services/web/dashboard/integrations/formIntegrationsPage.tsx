import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Attachment, Integration } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/emptyState.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { introClass } from "../../ui/muted.ts";
import { Page } from "../../ui/page.tsx";
import { labelsClass, Table, TableSkeleton } from "../../ui/table.tsx";
import { isComing } from "../api/isComing.ts";
import { attachableQuery, attachmentsQuery } from "../api/queries/attachments.ts";
import { mailsQuery } from "../api/queries/mails.ts";
import { useCan } from "../api/rights.ts";
import { useHasMail } from "../api/useHasMail.ts";
import { useFormCan } from "../form/useFormCan.ts";
import { MailsSection } from "../mails/mailsSection.tsx";
import { AttachDialog } from "./attachDialog.tsx";
import { attachmentColumns } from "./attachmentColumns.tsx";
import { AttachmentDialog } from "./attachmentDialog.tsx";
import { Catalog } from "./catalog.tsx";
import { DetachDialog } from "./detachDialog.tsx";
import styles from "./integrations.module.css";
import { NewIntegrationDialog } from "./newIntegrationDialog.tsx";

/** The dialog over the list. */
type Open =
  | { kind: "attach" }
  | { kind: "new"; type?: string }
  | { kind: "edit" | "detach"; attachment: Attachment }
  | null;

const skeleton = <TableSkeleton rows={3} className={styles.attachments} />;

/** The integrations that receive a form's events. */
export function FormIntegrationsPage() {
  const { slug } = useParams({ from: "/layout/forms/$slug/integrations" });
  const query = useQuery(attachmentsQuery(slug));
  const [open, setOpen] = useState<Open>(null);
  const can = useFormCan(slug);
  const canInWorkspace = useCan();
  const all = useQuery({
    ...attachableQuery,
    enabled: canInWorkspace("integrations:read"),
    refetchInterval: 60_000,
  });
  const mails = useQuery(mailsQuery(slug));
  const hasMail = useHasMail();
  // emails and the catalog are below them, and emails are a notice where the server sends none
  const areRowsComing = hasMail === undefined || [query, all].some(isComing);
  // attached integrations send responses out
  const canAttach = can("forms:write") && can("responses:read");
  const canCreate = canAttach && canInWorkspace("integrations:write");
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
      <Loaded query={query} skeleton={skeleton}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState
              icon="plug"
              title={words.noneAttachedTitle}
              text={canAttach ? words.noneAttachedText : words.needsResponses}
            >
              {attach}
            </EmptyState>
          ) : (
            <Attachments slug={slug} attachments={results} all={all} canChange={canAttach} onOpen={setOpen} />
          )
        }
      </Loaded>
      {!areRowsComing && <MailsSection slug={slug} canChange={canAttach} />}
      {canCreate && query.data && !areRowsComing && !isComing(mails) && (
        <Catalog
          title={query.data.count === 0 ? words.addFirst : words.addAnother}
          onAdd={(type) => setOpen({ kind: "new", type })}
        />
      )}
      <OpenDialog slug={slug} open={open} attachments={query.data?.results} canCreate={canCreate} onOpen={setOpen} />
    </Page>
  );
}

interface AttachmentsProps {
  slug: string;
  attachments: readonly Attachment[];
  /** the integrations that can be attached, with the health of those that are */
  all: UseQueryResult<{ results: Integration[] }>;
  canChange: boolean;
  onOpen(open: Open): void;
}

/** A row for each attached integration. */
function Attachments({ slug, attachments, all, canChange, onOpen }: AttachmentsProps) {
  if (isComing(all)) return skeleton;
  return (
    <Table
      caption={words.attachmentList}
      columns={attachmentColumns({
        slug,
        canChange,
        onOpen: (kind, attachment) => onOpen({ kind, attachment }),
      })}
      rows={attachments.map((attachment) => ({
        attachment,
        integration: all.data?.results.find(({ id }) => id === attachment.integration_id),
      }))}
      keyOf={({ attachment: { id } }) => id}
      className={`${styles.attachments} ${labelsClass}`}
    />
  );
}

interface DialogProps {
  slug: string;
  open: Open;
  /** undefined until they are there */
  attachments: readonly Attachment[] | undefined;
  canCreate: boolean;
  onOpen(open: Open): void;
}

function OpenDialog({ slug, open, attachments, canCreate, onOpen }: DialogProps) {
  const close = () => onOpen(null);
  switch (open?.kind) {
    case "attach":
      return (
        attachments && (
          <AttachDialog
            slug={slug}
            attachments={attachments}
            onNew={canCreate ? () => onOpen({ kind: "new" }) : null}
            onClose={close}
          />
        )
      );
    case "new":
      return <NewIntegrationDialog {...open} form={slug} onClose={close} />;
    case "edit":
      return <AttachmentDialog slug={slug} attachment={open.attachment} onClose={close} />;
    case "detach":
      return <DetachDialog slug={slug} attachment={open.attachment} onClose={close} />;
    default:
      return null;
  }
}
