import { Closed, EmailAddress, Name, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { formRoles, roles } from "../access/roles.ts";
import { Responses, Role } from "./workspaces.ts";

/** Members, grants and invitations of a workspace (teams §20.5, §20.6). */
const FormRole = () => Type.Enum([...formRoles]);
const Person = Closed({ id: Nullable(Uuid()), name: Type.String() });
const Source = () => Type.Enum(["manual", "sso"]);

/** Rights to one form, beside the role. */
const Grant = { form_id: Uuid(), role: FormRole(), responses: Responses() };
const NamedGrant = Closed({ ...Grant, slug: Type.String(), title: Type.String() });

export const MembersQuery = Closed({
  role: Type.Optional(Role()),
  source: Type.Optional(Source()),
});

/** `has_second_factor`, `has_password` and `sso` are null without `members:write`. */
export const Member = Closed({
  user_id: Uuid(),
  email: Type.String(),
  name: Type.String(),
  role: Role(),
  responses: Responses(),
  source: Source(),
  forms: Type.Array(NamedGrant),
  has_second_factor: Nullable(Type.Boolean()),
  has_password: Nullable(Type.Boolean()),
  sso: Nullable(Closed({ name: Type.String() })),
  last_active: Nullable(Type.String({ format: "date" })),
  created: Timestamp(),
});

export const UpdateMemberBody = Closed({
  role: Type.Optional(Role()),
  responses: Type.Optional(Responses()),
  /** follows single sign-on again */
  source: Type.Optional(Type.Enum(["sso"])),
});

export const RemoveMemberQuery = Closed({ revoke_keys: Type.Optional(Type.Boolean()) });

/** Consequences of removing a member. */
export const Removal = Closed({
  keys: Type.Array(Closed({ id: Uuid(), name: Type.String(), prefix: Type.String() })),
  mails: Type.Array(Closed({ form_slug: Type.String(), mail_id: Uuid(), name: Type.String() })),
  integrations: Type.Array(Closed({ id: Uuid(), type: Type.String(), name: Type.String() })),
  is_last_owner: Type.Boolean(),
});

/** A member's own settings in a workspace. */
export const OwnMembership = Closed({ mails_failures: Type.Boolean() });
export const UpdateOwnMembershipBody = Closed({ mails_failures: Type.Optional(Type.Boolean()) });

/** Access of one person to one form. `user` is null until the invitation is accepted. */
/** Whether an invitation was mailed, in responses to POST alone. */
const letter = {
  mail: Type.Optional(Type.Enum(["sent", "not_sent"])),
  /** why it wasn't */
  mail_reason: Type.Optional(Type.String()),
};
export const LetterResult = Closed(letter);

export const Access = Closed({
  id: Uuid(),
  user: Nullable(Closed({ id: Uuid(), name: Type.String(), email: Type.String() })),
  email: Type.String(),
  role: FormRole(),
  responses: Responses(),
  status: Type.Enum(["active", "pending"]),
  created: Timestamp(),
  ...letter,
});
export const GrantAccessBody = Closed({ email: EmailAddress(), role: FormRole(), responses: Responses() });
export const UpdateAccessBody = Closed({
  role: Type.Optional(FormRole()),
  responses: Type.Optional(Responses()),
});

export const invitationStatuses = ["pending", "accepted", "declined", "expired", "revoked"] as const;
export const InvitationsQuery = Closed({ status: Type.Optional(Type.Enum([...invitationStatuses])) });

export const Invitation = Closed({
  id: Uuid(),
  email: Type.String(),
  role: Role(),
  responses: Responses(),
  forms: Type.Array(NamedGrant),
  status: Type.Enum([...invitationStatuses]),
  invited_by: Person,
  /** the link to give to the person, in responses to POST alone */
  url: Nullable(Type.String()),
  ...letter,
  created: Timestamp(),
  expires: Timestamp(),
});

export const invitationsLimit = 50;
export const InviteBody = Closed({
  invitations: Type.Array(
    Closed({
      email: EmailAddress(),
      role: Type.Enum([...roles]),
      responses: Type.Optional(Responses()),
      forms: Type.Optional(Type.Array(Closed(Grant), { maxItems: 200 })),
    }),
    { minItems: 1, maxItems: invitationsLimit },
  ),
});
export const Invited = Closed({ results: Type.Array(Invitation) });

const token = () => Type.String({ minLength: 1, maxLength: 100 });
export const InvitationQuery = Closed({ token: { ...token(), description: "Token of the invitation's link." } });
/** An invitation, for the person who opens its link. */
export const OpenInvitation = Closed({
  workspace_name: Type.String(),
  invited_by: Type.String(),
  email: Type.String(),
  role: Role(),
  responses: Responses(),
  /** for the mailed link alone, whose reader reads the address's mail */
  has_user: Type.Optional(Type.Boolean()),
  sso_only: Type.Boolean(),
  expires: Timestamp(),
});
export const AcceptBody = Closed({
  token: token(),
  name: Type.Optional(Name()),
  password: Type.Optional(Type.String({ minLength: 10, maxLength: 1024 })),
});

export type MembersQuery = Static<typeof MembersQuery>;
export type Member = Static<typeof Member>;
export type UpdateMemberBody = Static<typeof UpdateMemberBody>;
export type RemoveMemberQuery = Static<typeof RemoveMemberQuery>;
export type Removal = Static<typeof Removal>;
export type OwnMembership = Static<typeof OwnMembership>;
export type UpdateOwnMembershipBody = Static<typeof UpdateOwnMembershipBody>;
export type LetterResult = Static<typeof LetterResult>;
export type Access = Static<typeof Access>;
export type GrantAccessBody = Static<typeof GrantAccessBody>;
export type UpdateAccessBody = Static<typeof UpdateAccessBody>;
export type InvitationsQuery = Static<typeof InvitationsQuery>;
export type Invitation = Static<typeof Invitation>;
export type InviteBody = Static<typeof InviteBody>;
export type Invited = Static<typeof Invited>;
export type InvitationQuery = Static<typeof InvitationQuery>;
export type OpenInvitation = Static<typeof OpenInvitation>;
export type AcceptBody = Static<typeof AcceptBody>;
