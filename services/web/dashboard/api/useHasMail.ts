import { useQuery } from "@tanstack/react-query";
import { entryOptionsQuery } from "./queries/account.ts";

/** Returns whether the server can send email. True until that is known. */
export const useHasMail = (): boolean => useQuery(entryOptionsQuery).data?.mail !== false;
