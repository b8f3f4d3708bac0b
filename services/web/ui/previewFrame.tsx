import type { Ref } from "react";
import type { PreviewMessage } from "../respondent/preview/preview.ts";
import { redirectsTo } from "../strings/en/dashboard/builder/preview.ts";

interface Props {
  frame: Ref<HTMLIFrameElement>;
  className: string | undefined;
  title: string;
  slug?: string;
}

/** The respondent page as a preview. Nothing in it can navigate the page around it, open another or save a file. */
export function PreviewFrame({ frame, className, title, slug = "preview" }: Props) {
  return (
    <iframe
      ref={frame}
      className={className}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-forms"
      src={`/f/${encodeURIComponent(slug)}?preview`}
    />
  );
}

/** Shows a form in the frame, once it is ready. */
export function sendPreview(
  frame: HTMLIFrameElement | null,
  preview: Omit<PreviewMessage, "pathform" | "type" | "redirectsTo">,
): void {
  const message: PreviewMessage = { pathform: 1, type: "preview", redirectsTo: redirectsTo("{url}"), ...preview };
  frame?.contentWindow?.postMessage(message, location.origin);
}
