import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { CreatedApiKey } from "../../../../shared/api/shapes/auth.ts";
import { keysKey } from "../api/queries/developers.ts";

/** Sends a request that makes a key. `onKey` gets it once the list has it. */
export function useNewKey<Body = void>(
  request: (body: Body) => Promise<CreatedApiKey>,
  onKey: (key: CreatedApiKey) => void,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: async (key) => {
      await queryClient.invalidateQueries({ queryKey: keysKey });
      onKey(key);
    },
  });
}
