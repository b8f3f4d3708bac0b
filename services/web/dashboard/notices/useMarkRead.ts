import { useMutation, useQueryClient } from "@tanstack/react-query";
import { allRead } from "../../strings/en/dashboard/notices.ts";
import { problemText } from "../../ui/failed.tsx";
import { tell } from "../../ui/toasts.tsx";
import { markAllRead, markRead, noticesKey } from "../api/queries/notices.ts";

/** Marks these notifications as read, or all for null. */
export function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[] | null): Promise<unknown> => (ids === null ? markAllRead() : markRead(ids)),
    onSuccess: (_, ids) => {
      if (ids === null) tell(allRead);
    },
    onError: (error) => tell(problemText(error)),
    // after a failure, some may be read
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesKey }),
  });
}
