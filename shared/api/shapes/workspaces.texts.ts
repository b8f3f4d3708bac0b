import { texts } from "../../domain/texts.ts";
import * as workspaces from "./workspaces.ts";

export const author = { id: "ID of the person. Null for an API key.", name: "Name of the person or the API key." };

/** Texts of the API about the properties of workspaces.ts. */
export const workspacesTexts = [
  texts(
    [
      workspaces.Workspace,
      workspaces.WorkspaceDetail,
      workspaces.CreateWorkspaceBody,
      workspaces.UpdateWorkspaceBody,
      workspaces.OwnWorkspace,
    ],
    {
      id: "ID of the workspace, which is its `account_id` elsewhere.",
      name: "Name of the workspace.",
      role: "Your role in the workspace.",
      responses: "Your access to responses.",
      members_count: "Members, with guests.",
      requires_second_factor: "True if members need a second factor.",
      source: "`sso` follows the roles of single sign-on.",
      is_default: "True if requests that name no workspace are for this one.",
      deletes_at: "Time when the workspace is going to be deleted. Null for none.",
      created: "Time when the workspace was created.",
      settings: [
        "Settings for all members.",
        {
          requires_second_factor: "Whether members need a second factor.",
          key_creation: "Roles that can create API keys.",
          sharing: "Roles that can share single forms.",
        },
      ],
      lacks_second_factor: "True if the workspace requires two-step sign-in, and yours is off.",
      capabilities: "Permissions in the whole workspace.",
      forms: "Permissions for forms that are shared with the caller, by form ID. Null without any.",
    },
  ),
  texts(workspaces.DeleteWorkspaceBody, {
    name: "Name of the workspace, typed again.",
    password: "The person's password.",
    code: "A code of the person's second factor, instead of the password.",
  }),
  texts(workspaces.ScheduledDeletion, { deletes_at: "Time when the workspace is going to be deleted." }),
];
