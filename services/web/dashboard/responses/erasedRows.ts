import { createContext, useContext } from "react";

/** Takes responses that were deleted out of the list that is held beside a response. */
export const ErasedRows = createContext<(ids: readonly string[]) => void>(() => undefined);
export const useErasedRows = () => useContext(ErasedRows);
