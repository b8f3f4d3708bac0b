import { useQuery } from "@tanstack/react-query";
import { isComing } from "./isComing.ts";
import { entryOptionsQuery } from "./queries/account.ts";

/** Returns whether the server can send email, and undefined until that is known. After a failure, true. */
export function useHasMail(): boolean | undefined {
  const options = useQuery(entryOptionsQuery);
  return isComing(options) ? undefined : options.data?.mail !== false;
}
