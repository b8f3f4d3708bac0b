import { texts } from "../../domain/texts.ts";
import * as members from "./members.ts";
import { author } from "./workspaces.texts.ts";

const grant = {
  form_id: "ID of the shared form.",
  role: "The person's role for this form.",
  responses: "The person's access to this form's responses.",
  slug: "Slug of the shared form.",
  title: "Title of the shared form.",
};

/** Texts of the API about the properties of members.ts. */
export const membersTexts = [
  texts(members.MembersQuery, {
    role: "Only members with this role.",
    source: "Only members whose role was set by hand, or by single sign-on.",
  }),
  texts([members.Member, members.UpdateMemberBody], {
    user_id: "ID of the person.",
    email: "Address that the person signs in with.",
    name: "Name of the person.",
    role: "The person's role in the workspace.",
    responses: "The person's access to responses.",
    source: "`sso` follows the roles of single sign-on.",
    forms: ["Forms that are shared with the person, beside the role.", grant],
    has_second_factor: "Whether the person has a second factor.",
    has_password: "Whether the person can sign in with a password.",
    sso: ["Single sign-on that the person uses. Null for none.", { name: "Name of the single sign-on." }],
    last_active: "UTC day of the person's last request. Null for none yet.",
    created: "Time when the person joined.",
  }),
  texts(members.RemoveMemberQuery, { revoke_keys: "Also revokes the API keys that the person created." }),
  texts(members.Removal, {
    keys: [
      "API keys of the person, which keep working.",
      { id: "ID of the key.", name: "Name of the key.", prefix: "First characters of the key." },
    ],
    mails: [
      "Email notifications to the person's address, which stop.",
      {
        form_slug: "Slug of the notification's form.",
        mail_id: "ID of the notification.",
        name: "Name of the notification.",
      },
    ],
    integrations: [
      "Integrations of the person, which keep working.",
      { id: "ID of the integration.", type: "Type of the integration.", name: "Name of the integration." },
    ],
    is_last_owner: "True if the workspace has no other owner.",
  }),
  texts([members.OwnMembership, members.UpdateOwnMembershipBody], {
    mails_failures: "Whether you get emails about failed deliveries.",
  }),
  texts([members.Access, members.GrantAccessBody, members.UpdateAccessBody], {
    id: "ID of this access.",
    user: [
      "The person. Null until the invitation is accepted.",
      { id: "ID of the person.", name: "Name of the person.", email: "Address of the person." },
    ],
    email: "Address of the person.",
    role: "The person's role for the form.",
    responses: "The person's access to the form's responses.",
    status: "`pending` waits for the invitation to be accepted.",
    created: "Time when the form was shared.",
    mail: "Whether the person was emailed, if they were invited just now. `not_sent`: the link in Members works.",
    mail_reason: "Reason for `not_sent`.",
  }),
  texts(members.InvitationsQuery, { status: "Only invitations in this state." }),
  texts([members.Invitation, members.InviteBody, members.Invited, members.OpenInvitation, members.AcceptBody], {
    id: "ID of the invitation.",
    email: "Address of the invited person.",
    role: "Role that the invitation offers.",
    responses: "The person's access to responses.",
    forms: ["Forms that are shared with the person.", grant],
    status: "`expired` is pending and older than 7 days.",
    invited_by: ["Sender of the invitation.", author],
    url: "Link to pass on. Null in lists, because it is shown only once.",
    mail: "Whether the link was emailed. Only in responses to POST. `not_sent`: pass on `url`.",
    mail_reason:
      "Reason for `not_sent`. An address gets 3 invitations a day and one an hour, and none for 7 days after declining.",
    created: "Time when the invitation was sent.",
    expires: "Time when the links stop working.",
    invitations: [
      "People to invite, at most 50.",
      {
        email: "Address of the person.",
        role: "Role to offer.",
        responses: "The person's access to responses. Default: `write` for editors, `none` for viewers.",
        forms: [
          "Forms to share with the person. A guest needs one.",
          {
            form_id: "ID of a form.",
            role: "The person's role for the form.",
            responses: "The person's access to its responses.",
          },
        ],
      },
    ],
    results: "The invitations, with their links.",
    workspace_name: "Name of the workspace.",
    has_user: "True if the address has a user, who signs in to accept. Only for the emailed link.",
    sso_only: "True if this server signs in with single sign-on only.",
    token: "Token of the invitation's link.",
    name: "Name of a new user.",
    password: "Password of a new user.",
  }),
];
