import { Closed, Name, Nullable, type Static, Timestamp, Type, Uuid } from "../../domain/schema.ts";
import { capabilities, responseLevels } from "../access/capabilities.ts";
import { openTo, roles } from "../access/roles.ts";

/** Workspaces (teams §20.2). */
export const Role = () => Type.Enum([...roles]);
export const Responses = () => Type.Enum([...responseLevels]);

const Settings = Closed({
  requires_second_factor: Type.Boolean(),
  key_creation: Type.Enum([...openTo]),
  sharing: Type.Enum([...openTo]),
});

const fields = {
  id: Uuid(),
  name: Type.String(),
  role: Role(),
  responses: Responses(),
  members_count: Type.Integer(),
  requires_second_factor: Type.Boolean(),
  source: Type.Enum(["manual", "sso"]),
  is_default: Type.Boolean(),
  deletes_at: Nullable(Timestamp()),
  created: Timestamp(),
};
export const Workspace = Closed(fields);
export const WorkspaceDetail = Closed({ ...fields, settings: Settings });

export const CreateWorkspaceBody = Closed({ name: Name() });
export const UpdateWorkspaceBody = Closed({
  name: Type.Optional(Name()),
  settings: Type.Optional(
    Closed({
      requires_second_factor: Type.Optional(Type.Boolean()),
      key_creation: Type.Optional(Type.Enum([...openTo])),
      sharing: Type.Optional(Type.Enum([...openTo])),
    }),
  ),
  is_default: Type.Optional(Type.Literal(true)),
});

/** `name` is the workspace's. The person proves who they are by password, code or a recent SSO sign-in. */
export const DeleteWorkspaceBody = Closed({
  name: Type.String({ minLength: 1, maxLength: 100 }),
  password: Type.Optional(Type.String({ maxLength: 1024 })),
  code: Type.Optional(Type.String({ maxLength: 100 })),
});
export const ScheduledDeletion = Closed({ deletes_at: Timestamp() });

/** The workspace of a request, and what its caller may do there. Role and responses are null for a key. */
export const OwnWorkspace = Closed({
  id: Uuid(),
  name: Type.String(),
  role: Nullable(Role()),
  responses: Nullable(Responses()),
  /** it requires a second factor that the person lacks, so that everything there is refused */
  lacks_second_factor: Type.Boolean(),
  /** null unless it is going to be deleted, and read-only until then */
  deletes_at: Nullable(Timestamp()),
  capabilities: Type.Array(Type.Enum([...capabilities])),
  /** by form ID: capabilities for forms that are shared with the caller; null without any */
  forms: Nullable(Type.Record(Type.String(), Type.Array(Type.Enum([...capabilities])))),
});

/** A person, or a key, which has no ID here. Null for what is older than several members. */
export const Author = () => Nullable(Closed({ id: Nullable(Uuid()), name: Type.String() }));
export type Author = Static<ReturnType<typeof Author>>;

export type Workspace = Static<typeof Workspace>;
export type WorkspaceDetail = Static<typeof WorkspaceDetail>;
export type CreateWorkspaceBody = Static<typeof CreateWorkspaceBody>;
export type DeleteWorkspaceBody = Static<typeof DeleteWorkspaceBody>;
export type ScheduledDeletion = Static<typeof ScheduledDeletion>;
export type UpdateWorkspaceBody = Static<typeof UpdateWorkspaceBody>;
export type OwnWorkspace = Static<typeof OwnWorkspace>;
