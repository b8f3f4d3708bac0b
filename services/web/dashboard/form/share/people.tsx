import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useId, useState } from "react";
import type { ResponseLevel } from "../../../../../shared/api/access/capabilities.ts";
import { type FormRole, highestFormRole, lowestRole } from "../../../../../shared/api/access/roles.ts";
import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Access, GrantAccessBody, Member } from "../../../../../shared/api/shapes/members.ts";
import * as words from "../../../strings/en/dashboard/people.ts";
import { formRoles, responseLevels, roles } from "../../../strings/en/dashboard/rights.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cardClass } from "../../../ui/card.ts";
import { problemText } from "../../../ui/failed.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { ActionMenu } from "../../../ui/menu.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Rows, rowClass } from "../../../ui/rows.tsx";
import { Section } from "../../../ui/section.tsx";
import { Select } from "../../../ui/select.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { TextField } from "../../../ui/textField.tsx";
import { tell } from "../../../ui/toasts.tsx";
import { isComing } from "../../api/isComing.ts";
import {
  accessKey,
  accessQuery,
  allMembersQuery,
  grantAccess,
  peopleKeys,
  revokeAccess,
  updateAccess,
} from "../../api/queries/members.ts";
import { currentUser } from "../../api/queryClient.ts";
import { useCan } from "../../api/rights.ts";
import { useHasMail } from "../../api/useHasMail.ts";
import { Person } from "../../people/person.tsx";
import { RoleGroups } from "./roleGroups.tsx";
import styles from "./share.module.css";

/** The people with access to this form, by a grant or by their role. */
export function People({ form }: { form: FormDetail }) {
  const { data: user } = useQuery(currentUser);
  const { id = "", name = "" } = user?.workspace ?? {};
  const members = useQuery(allMembersQuery(id));
  const access = useQuery(accessQuery(form.slug));
  const guests = new Set(members.data?.results.flatMap((one) => (one.role === lowestRole ? [one.user_id] : [])));
  return (
    <div className={styles.people}>
      <Give form={form} workspace={{ id, name }} members={members.data?.results ?? []} />
      <Section title={words.added} {...(access.data && access.data.count > 0 && { count: access.data.count })}>
        <Loaded query={access}>
          {({ count, results }) =>
            count === 0 ? (
              <p className={mutedClass}>{words.noneAdded}</p>
            ) : (
              <Rows label={words.added}>
                {results.map((one) => (
                  <AccessRow key={one.id} form={form} access={one} isGuest={guests.has(one.user?.id ?? "")} />
                ))}
              </Rows>
            )
          }
        </Loaded>
      </Section>
      {/* below it, when its height is known */}
      {!isComing(access) && (
        <Section title={words.byRole(name)} actions={<Link to="/settings/members">{words.openMembers}</Link>}>
          <Loaded query={members}>
            {({ results }) => (
              <Rows label={words.byRole(name)}>
                <RoleGroups members={results.filter(({ role }) => role !== lowestRole)} formId={form.id} />
              </Rows>
            )}
          </Loaded>
        </Section>
      )}
    </div>
  );
}

/** Returns the levels of access to responses that the user may give: with sharing by editors, up to their own. */
function useLevels(formId: string): Partial<typeof responseLevels> {
  const can = useCan();
  const isFree = can("members:write");
  const { write, read, read_anonymous, none } = responseLevels;
  return {
    ...((isFree || can("responses:write", formId)) && { write }),
    ...((isFree || can("responses:read", formId)) && { read }),
    ...((isFree || can("responses:read_anonymous", formId)) && { read_anonymous }),
    none,
  };
}

interface GiveProps {
  form: FormDetail;
  workspace: { id: string; name: string };
  members: readonly Member[];
}

function Give({ form: { id: formId, slug }, workspace, members }: GiveProps) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<FormRole>(highestFormRole);
  const levels = useLevels(formId);
  const [responses, setResponses] = useState<ResponseLevel>(levels.read ? "read" : "none");
  const suggestions = useId();
  const give = useGiving(slug, workspace.id, () => setEmail(""));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!give.isPending) give.mutate({ email: email.trim(), role, responses });
  };
  return (
    <section className={cardClass} aria-label={words.giveTitle}>
      <h2 className={styles.title}>{words.giveTitle}</h2>
      <p className={mutedClass}>{words.giveText(workspace.name)}</p>
      <form className={styles.give} onSubmit={submit}>
        <TextField label={words.email} type="email" isRequired value={email} onChange={setEmail} list={suggestions} />
        <datalist id={suggestions}>
          {members.map(({ user_id: id, email: address, name }) => (
            <option key={id} value={address}>
              {name}
            </option>
          ))}
        </datalist>
        <SelectField label={words.access} value={role} options={formRoles} onChange={setRole} />
        <SelectField
          label={words.responses}
          value={responses}
          options={levels as typeof responseLevels}
          onChange={setResponses}
        />
        <Button type="submit" look="primary" isPending={give.isPending}>
          {words.give}
        </Button>
      </form>
      {give.error && <Notice kind="danger">{problemText(give.error)}</Notice>}
    </section>
  );
}

/** Gives access, and says how the person hears of it. */
function useGiving(slug: string, workspace: string, onGiven: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const hasMail = useHasMail();
  return useMutation({
    mutationFn: (body: GrantAccessBody) => grantAccess(slug, body),
    onSuccess: async ({ user, email: invited, status, mail }) => {
      onGiven();
      await reload(queryClient, slug, workspace);
      if (status === "active") tell(words.given(user?.name ?? invited));
      else if (hasMail !== false && mail !== "not_sent") tell(words.invited(invited));
      else {
        const open = () => void navigate({ to: "/settings/members" });
        tell(words.invitedByLink(invited), { label: words.openMembers, onPress: open });
      }
    },
  });
}

const reload = (queryClient: ReturnType<typeof useQueryClient>, slug: string, workspace: string) =>
  Promise.all(
    [accessKey(slug), ...peopleKeys(workspace)].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

interface AccessProps {
  form: FormDetail;
  access: Access;
  /** has no other access to the workspace */
  isGuest: boolean;
}

/** Saves each change immediately. */
function AccessRow({ form: { id: formId, slug }, access, isGuest }: AccessProps) {
  const { id, user, email, role, responses } = access;
  const levels = useLevels(formId);
  // users can't change a person with more access than they may grant
  const canChange = levels[responses] !== undefined;
  const name = user?.name ?? email;
  const { change, remove } = useAccessChanges(slug, id, name);
  return (
    <li className={`${rowClass} ${styles.person}`}>
      <Person
        id={user?.id ?? null}
        name={name}
        detail={user?.email ?? words.notAccepted}
        badge={isGuest && <Badge>{roles.guest}</Badge>}
      />
      {canChange ? (
        <>
          <Select
            look="small"
            label={words.accessOf(name)}
            value={role}
            options={formRoles}
            onChange={(next) => change.mutate({ role: next })}
          />
          <Select
            look="small"
            label={words.responsesOf(name)}
            value={responses}
            options={levels as typeof responseLevels}
            onChange={(next) => change.mutate({ responses: next })}
          />
          <ActionMenu
            label={words.menuOf(name)}
            actions={[
              {
                id: "remove",
                label: words.remove,
                icon: "trash-2",
                isDanger: true,
                isDisabled: remove.isPending,
                onAction: () => remove.mutate(),
              },
            ]}
          />
        </>
      ) : (
        <span className={mutedClass}>{words.roleText(formRoles[role], responseLevels[responses])}</span>
      )}
    </li>
  );
}

function useAccessChanges(slug: string, id: string, name: string) {
  const { data: me } = useQuery(currentUser);
  const queryClient = useQueryClient();
  const always = {
    onError: (error: Error) => tell(problemText(error)),
    onSettled: () => reload(queryClient, slug, me?.workspace?.id ?? ""),
  };
  const change = useMutation({
    mutationFn: (body: { role?: FormRole; responses?: ResponseLevel }) => updateAccess(slug, id, body),
    ...always,
  });
  const remove = useMutation({
    mutationFn: () => revokeAccess(slug, id),
    onSuccess: () => tell(words.removed(name)),
    ...always,
  });
  return { change, remove };
}
