import { derivedKeys } from "../secretsKey.ts";
import { linkPurpose } from "./link.ts";

let keys: ReturnType<typeof derivedKeys> | undefined;

/** Returns the keys of signed links. The first one signs; links of the previous key are still valid. */
export const linkKeys = (): ReturnType<typeof derivedKeys> => (keys ??= derivedKeys(linkPurpose));
