import { uuidBytes, uuidOf } from "../../../shared/platform/ids.ts";
import { signedTokens } from "../../../shared/platform/signedTokens.ts";

/**
 * Links that unsubscribe from a workspace's invitations. A token has the workspace, the personal link and the keyed hash of the
 * address, with a signature: a forged one costs no statement, and no address is stored.
 */
export interface Leaving {
  accountId: string;
  linkId: string;
  /** as in `recipientHash` */
  recipient: string;
}

const idBytes = 16;
const recipientBytes = 18;

const contentBytes = 2 * idBytes + recipientBytes;
const tokens = signedTokens("pathform unsubscribe", { contentBytes, signatureBytes: 18 });

export const leavingToken = ({ accountId, linkId, recipient }: Leaving): string =>
  tokens.write(Buffer.concat([uuidBytes(accountId), uuidBytes(linkId), Buffer.from(recipient, "base64url")]));

/** Null for a forged token. */
export function readLeavingToken(token: string): Leaving | null {
  const content = tokens.read(token);
  return (
    content && {
      accountId: uuidOf(content),
      linkId: uuidOf(content.subarray(idBytes)),
      recipient: content.subarray(2 * idBytes).toString("base64url"),
    }
  );
}
