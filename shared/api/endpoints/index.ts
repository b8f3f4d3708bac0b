import {
  accountEndpoints,
  auditEndpoints,
  invitationEndpoints,
  memberEndpoints,
  securityEndpoints,
  signInEndpoints,
  ssoEndpoints,
  workspaceEndpoints,
} from "./accounts.ts";
import {
  draftEndpoints,
  formEndpoints,
  imageEndpoints,
  importEndpoints,
  labelEndpoints,
  templateEndpoints,
  themeEndpoints,
  viewEndpoints,
} from "./forms.ts";
import { attachmentEndpoints, deliveryEndpoints, integrationEndpoints, mailEndpoints } from "./integrations.ts";
import { linkEndpoints, linkMailEndpoints, publicLinkEndpoints } from "./links.ts";
import { fileEndpoints, publicResultEndpoints, respondentEndpoints, responseEndpoints } from "./sessions.ts";

/** All endpoints by path and method, in the order of the spec's tables (spec §Endpoints). */
export const api = {
  ...formEndpoints,
  ...labelEndpoints,
  ...templateEndpoints,
  ...importEndpoints,
  ...draftEndpoints,
  ...themeEndpoints,
  ...responseEndpoints,
  ...viewEndpoints,
  ...linkEndpoints,
  ...linkMailEndpoints,
  ...publicLinkEndpoints,
  ...respondentEndpoints,
  ...publicResultEndpoints,
  ...fileEndpoints,
  ...imageEndpoints,
  ...integrationEndpoints,
  ...deliveryEndpoints,
  ...attachmentEndpoints,
  ...mailEndpoints,
  ...signInEndpoints,
  ...accountEndpoints,
  ...securityEndpoints,
  ...ssoEndpoints,
  ...workspaceEndpoints,
  ...memberEndpoints,
  ...auditEndpoints,
  ...invitationEndpoints,
};

export type Api = typeof api;

export type OperationId = { [P in keyof Api]: IdIn<Api[P]> }[keyof Api];
type IdIn<Methods> = {
  [M in keyof Methods]: Methods[M] extends { id: infer Id extends string } ? Id : never;
}[keyof Methods];
