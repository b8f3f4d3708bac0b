import { texts } from "../../domain/texts.ts";
import * as auth from "./auth.ts";

/** Texts of the API about the properties of auth.ts. */
export const authTexts = [
  texts(auth.EntryOptions, {
    signup_open: "True if anyone can register.",
    mail: "True if the server can send a password reset.",
    setup_required: "True if the first account needs the setup link.",
    workspace_creation: "Users who can create workspaces: `owners` (of another one), `anyone` or `none`.",
    sso: [
      "Single sign-on. Null if the server has none.",
      {
        name: "Name of single sign-on, for its button.",
        only: "True if passwords are off.",
        auto: "True if the sign-in page should open single sign-on immediately, but not after an error or a sign-out.",
      },
    ],
  }),
  texts([auth.RegisterBody, auth.UpdateMeBody, auth.ForgotBody, auth.ResetBody, auth.User, auth.TokenBody], {
    id: "ID of the user.",
    email: "Address that the user signs in with.",
    name: "Name that others see.",
    account_id: "ID of the user's account.",
    created: "Time of the registration.",
    email_verified: "True if the person opened a link that was mailed to the address.",
    has_password: "True if the person can sign in with a password.",
    has_second_factor: "True if signing in needs a code, too.",
    sso: ["Single sign-on that the person uses. Null for none.", { name: "Name of the single sign-on." }],
    default_workspace_id: "Workspace of requests that name none. Null in no workspace.",
    workspace: "The workspace of this request. Null in no workspace.",
    password: "Password of at least 10 characters.",
    setup: "The token in the setup link of the server's log. Needed if `setup_required` is true, else ignored.",
    current_password: "The current password, needed to change it.",
    token: "Token of the link in the email.",
  }),
  texts(auth.LoginBody, {
    email: "Address that the user signs in with.",
    password: "Password of the user.",
  }),
  texts(auth.KeysQuery, { status: "Only keys in this state." }),
  texts([auth.CreateKeyBody, auth.RotateKeyBody, auth.ApiKey, auth.CreatedApiKey, auth.OwnKey], {
    id: "ID of the key.",
    name: "Name for owners.",
    prefix: "First characters of the key, to recognize it.",
    created: "Time when the key was created.",
    last_used: "Time of the last request with the key. Null if it was never used.",
    expires: "Time when the key stops working. Null for never.",
    status: "`inactive` was revoked or has expired.",
    scopes: "Permissions of the key. `*` is everything about forms, responses and integrations.",
    form_ids: "The only forms that the key can reach. Null for all.",
    allowed_addresses: "IP addresses or ranges that the key is accepted from. Null for all.",
    created_by: [
      "Creator of the key. Null once the person is deleted.",
      { id: "ID of the person.", name: "Name of the person." },
    ],
    grace_hours: "Hours for which the old key still works. Default: 24.",
    key: "The key. It is shown only in this response.",
    workspace: [
      "The workspace that the key belongs to.",
      { id: "ID of the key’s workspace.", name: "Name of the key's workspace." },
    ],
  }),
];
