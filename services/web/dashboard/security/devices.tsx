import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnSignIn } from "../../../../shared/api/shapes/security.ts";
import * as words from "../../strings/en/dashboard/security.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { dateText, recentTimeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { CardRow, RowsCard, Tile } from "../../ui/rowsCard.tsx";
import { tell } from "../../ui/toasts.tsx";
import { endOtherSignIns, endSignIn, signInsQuery } from "../api/queries/security.ts";
import { readSecurityAgain } from "./readSecurityAgain.ts";

/** Devices on which the user is signed in. This one has no button. */
export function Devices() {
  const query = useQuery(signInsQuery);
  return (
    <Loaded query={query}>
      {(signIns) => (
        <RowsCard
          title={words.devices}
          text={words.devicesText(signIns.length)}
          action={signIns.length > 1 && <EndOthers />}
        >
          {ownFirst(signIns).map((signIn) => (
            <Device key={signIn.id} signIn={signIn} />
          ))}
        </RowsCard>
      )}
    </Loaded>
  );
}

const ownFirst = (signIns: readonly OwnSignIn[]) =>
  signIns.toSorted((a, b) => Number(b.is_current) - Number(a.is_current));

const isPhone = (device: string | null): boolean => /iPhone|iPad|Android/.test(device ?? "");

function Device({ signIn }: { signIn: OwnSignIn }) {
  const { id, device, address, method, created, last_used: lastUsed, is_current: isCurrent } = signIn;
  const name = device ?? words.unknownDevice;
  const end = useEnding(() => endSignIn(id), words.signedOut(name));
  const when = isCurrent ? words.signedIn(dateText(created)) : words.lastUsed(recentTimeText(lastUsed, new Date()));
  return (
    <CardRow
      picture={
        <Tile>
          <Icon name={isPhone(device) ? "smartphone" : "monitor"} />
        </Tile>
      }
      name={
        <>
          {name} {isCurrent && <Badge kind="good">{words.thisDevice}</Badge>}
        </>
      }
      text={[words.methods[method], address, when].filter(Boolean).join(" · ")}
    >
      {!isCurrent && (
        <Button size="small" aria-label={words.signOutOf(name)} isPending={end.isPending} onPress={() => end.mutate()}>
          {words.signOut}
        </Button>
      )}
    </CardRow>
  );
}

function EndOthers() {
  const end = useEnding(endOtherSignIns, words.signedOutOthers);
  return (
    <Button isPending={end.isPending} onPress={() => end.mutate()}>
      {words.signOutOthers}
    </Button>
  );
}

function useEnding(end: () => Promise<unknown>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: end,
    onSuccess: () => {
      tell(done);
      readSecurityAgain(queryClient);
    },
    onError: (error) => tell(problemText(error)),
  });
}
