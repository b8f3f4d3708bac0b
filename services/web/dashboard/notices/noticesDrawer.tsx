import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { close } from "../../strings/en/dashboard/app.ts";
import * as words from "../../strings/en/dashboard/notices.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogFooter } from "../../ui/dialogFooter.tsx";
import { unreadQuery } from "../api/queries/notices.ts";
import { NoticeList } from "./noticeList.tsx";
import { useMarkRead } from "./useMarkRead.ts";

interface Props {
  /** a link was followed */
  onOpen: () => void;
  onClose: () => void;
}

/** The newest notifications over the page. Opening it marks nothing as read. */
export function NoticesDrawer({ onOpen, onClose }: Props) {
  const { data: unread = 0 } = useQuery(unreadQuery);
  const read = useMarkRead();
  return (
    <Dialog
      title={words.title}
      isWide="side"
      onClose={onClose}
      actions={<Button look="plain" icon="x" aria-label={close} onPress={onClose} />}
    >
      <NoticeList page={1} onOpen={onOpen} />
      <DialogFooter
        aside={
          <Link to="/settings/notifications" onClick={onOpen} className={buttonClass("plain")}>
            {words.showAll}
          </Link>
        }
      >
        <Button
          isDisabled={unread === 0}
          isPending={read.isPending}
          onPress={({ currentTarget }) => read.mutate(null, { onSuccess: () => keepFocus(currentTarget) })}
        >
          {words.markAllRead}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** A button that gets disabled loses the focus, without which Escape wouldn't close its dialog. */
function keepFocus(button: Element): void {
  if (document.activeElement === document.body) button.closest<HTMLElement>("[role=dialog]")?.focus();
}
