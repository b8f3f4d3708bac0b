import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ResponseLevel } from "../../../../shared/api/access/capabilities.ts";
import {
  canGrant,
  hasResponseChoice,
  highestRole,
  type InvitedRole,
  lowestRole,
  proposedRole,
  type Role,
  responsesFor,
  roles,
} from "../../../../shared/api/access/roles.ts";
import type { Invitation, InviteBody } from "../../../../shared/api/shapes/members.ts";
import { cancel } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/members.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { problemText } from "../../ui/failed.tsx";
import { Notice } from "../../ui/notice.tsx";
import { tell } from "../../ui/toasts.tsx";
import { allMembersQuery, invite, peopleKeys } from "../api/queries/members.ts";
import { useHasMail } from "../api/useHasMail.ts";
import { addressesIn, isWholeAddress, withAddresses } from "../people/addresses.ts";
import { AddressField } from "./addressField.tsx";
import { type GuestForm, GuestForms } from "./guestForms.tsx";
import { LinksDialog } from "./linksDialog.tsx";
import { RoleField } from "./roleField.tsx";
import { useWorkspace } from "./useWorkspace.ts";

/** as the service's */
const addressLimit = 50;

/** Invites several people with one role. It ends with the links that aren't emailed. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const workspace = useWorkspace();
  const queryClient = useQueryClient();
  const hasMail = useHasMail() !== false;
  const unsentOf = (sent: readonly Invitation[]) => (hasMail ? sent.filter(({ mail }) => mail === "not_sent") : sent);
  const draft = useDraft(workspace.id);
  const send = useMutation({
    mutationFn: (body: InviteBody) => invite(workspace.id, body),
    onSuccess: async ({ results }) => {
      await Promise.all(peopleKeys(workspace.id).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      const unsent = unsentOf(results);
      if (unsent.length < results.length) tell(words.sent(results.length - unsent.length));
      if (unsent.length === 0) onClose();
    },
  });
  if (send.data) {
    return <LinksDialog text={words.linksText} invitations={unsentOf(send.data.results)} onClose={onClose} />;
  }
  const { count } = draft;
  return (
    <Dialog title={words.inviteTitle(workspace.name)} isWide="less" onClose={onClose}>
      <AddressField {...draft.addressField} />
      <RoleField {...draft.roleField} offered={offeredBy(workspace.me.role)} />
      {draft.roleField.role === lowestRole && <GuestForms {...draft.guestForms} />}
      {draft.formFault && <Notice kind="danger">{draft.formFault}</Notice>}
      {send.error && <Notice kind="danger">{problemText(send.error)}</Notice>}
      <DialogFooter aside={hasMail ? words.byMail(count) : words.byLink}>
        <Button onPress={onClose}>{cancel}</Button>
        <Button
          look="primary"
          icon={hasMail ? "send" : "link"}
          isPending={send.isPending}
          onPress={() => {
            const body = draft.check();
            if (body) send.mutate(body);
          }}
        >
          {hasMail ? words.send(count) : words.createLinks(count)}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

const offeredBy = (giver: Role): InvitedRole[] =>
  roles.filter((role): role is InvitedRole => role !== highestRole && canGrant(giver, role));

/** The role's access to responses, but the right to delete them only by choice. */
function proposedResponses(role: InvitedRole): ResponseLevel {
  const usual = responsesFor(role, undefined);
  return usual === "write" ? "read" : usual;
}

/** The state of the dialog, with its faults. */
function useDraft(workspace: string) {
  const { data: members } = useQuery(allMembersQuery(workspace));
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const [typed, setTyped] = useState("");
  const [role, setRole] = useState<InvitedRole>(proposedRole);
  const [responses, setResponses] = useState(proposedResponses(proposedRole));
  const [forms, setForms] = useState<readonly GuestForm[]>([]);
  const [isChecked, setChecked] = useState(false);
  const emails = new Set(members?.results.map(({ email }) => email.toLowerCase()));
  const faultOf = (address: string) => {
    if (!isWholeAddress(address)) return words.notFull(address);
    return emails.has(address.toLowerCase()) ? words.isMember(address) : null;
  };
  // a press on the button also takes the address that is being typed
  const all = withAddresses(addresses, addressesIn(typed));
  const valid = all.filter((address) => faultOf(address) === null);
  const listFault = all.length > addressLimit ? words.tooMany : null;
  const formFault = role === lowestRole && forms.length === 0 ? words.noFormChosen : null;
  const check = (): InviteBody | null => {
    setChecked(true);
    setAddresses(all);
    setTyped("");
    if (valid.length === 0 || valid.length < all.length || listFault || formFault) return null;
    return { invitations: valid.map((email) => ({ email, ...rightsOf(role, responses, forms) })) };
  };
  const changeRole = (next: InvitedRole) => {
    setRole(next);
    if (hasResponseChoice(next)) setResponses(proposedResponses(next));
  };
  return {
    addressField: {
      addresses,
      typed,
      faultOf,
      fault: listFault ?? (isChecked && all.length === 0 ? words.noAddress : null),
      onChange: (next: readonly string[], text: string) => {
        setAddresses(next);
        setTyped(text);
      },
    },
    roleField: { role, responses, onRole: changeRole, onResponses: setResponses },
    guestForms: { forms, onChange: setForms },
    formFault: isChecked ? formFault : null,
    count: valid.length,
    check,
  };
}

function rightsOf(role: InvitedRole, responses: ResponseLevel, forms: readonly GuestForm[]) {
  if (role !== lowestRole) return hasResponseChoice(role) ? { role, responses } : { role };
  return {
    role,
    forms: forms.map(({ id, ...grant }) => ({ form_id: id, role: grant.role, responses: grant.responses })),
  };
}
