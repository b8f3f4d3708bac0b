import { derivedKeys } from "../secretsKey.ts";
import { linkPurpose } from "./link.ts";

/** Returns the keys of signed links. The first one signs; links of the previous key are still valid. */
export const linkKeys = (): ReturnType<typeof derivedKeys> => derivedKeys(linkPurpose);
