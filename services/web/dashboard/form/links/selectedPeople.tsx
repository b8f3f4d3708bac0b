import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Link } from "../../../../../shared/api/shapes/links.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirmDialog.tsx";
import { SelectionBar } from "../../../ui/selectionBar.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { linksKey, revokeLink } from "../../api/queries/links.ts";
import { useHasMail } from "../../api/useHasMail.ts";
import { useFormCan } from "../useFormCan.ts";

interface Props {
  slug: string;
  /** the selected ones */
  links: readonly Link[];
  onSend: (links: readonly Link[]) => void;
  onClear: () => void;
}

/** Actions for the selected people. Revoked links are neither copied nor revoked again. */
export function SelectedPeople({ slug, links, onSend, onClear }: Props) {
  const [isRevoking, setRevoking] = useState(false);
  const can = useFormCan(slug);
  const hasMail = useHasMail();
  const valid = links.filter(({ status }) => status !== "revoked");
  const lines = valid.flatMap(({ reference, url }) => (url === null ? [] : [`${reference ?? ""}\t${url}`]));
  const copy = async () => {
    await navigator.clipboard.writeText(lines.join("\n"));
    tell(words.linksCopied(lines.length));
  };
  return (
    <SelectionBar count={links.length} onClear={onClear}>
      {can("forms:write") && can("responses:write") && (
        <Button size="small" icon="send" isDisabled={!hasMail} onPress={() => onSend(links)}>
          {words.sendSelected}
        </Button>
      )}
      {lines.length > 0 && navigator.clipboard && (
        <Button size="small" icon="link" onPress={() => void copy()}>
          {words.copySelected}
        </Button>
      )}
      {valid.length > 0 && can("forms:write") && (
        <Button size="small" look="danger" onPress={() => setRevoking(true)}>
          {words.revoke}
        </Button>
      )}
      {isRevoking && (
        <RevokeSelected slug={slug} links={valid} onRevoked={onClear} onClose={() => setRevoking(false)} />
      )}
    </SelectionBar>
  );
}

interface RevokeProps extends Pick<Props, "slug" | "links"> {
  onRevoked: () => void;
  onClose: () => void;
}

function RevokeSelected({ slug, links, onRevoked, onClose }: RevokeProps) {
  const queryClient = useQueryClient();
  const revoke = async () => {
    try {
      // one after another, so that an error leaves the others as they are
      for (const { id } of links) await revokeLink(slug, id, false);
    } finally {
      await queryClient.invalidateQueries({ queryKey: linksKey(slug) });
    }
    tell(words.linksRevoked(links.length));
    onRevoked();
  };
  return (
    <ConfirmDialog
      title={words.revokeLinksTitle(links.length)}
      label={words.revoke}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{words.revokeLinksText}</p>
    </ConfirmDialog>
  );
}
