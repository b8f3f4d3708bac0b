import type { FileReply } from "./device.ts";
import type { UploadedFile } from "./state.ts";

/** By XMLHttpRequest: `fetch` tells nothing of an upload's progress. */
export function sendFile(
  url: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<FileReply> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onloadend = () => resolve(replyOf(request));
    signal.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}

function replyOf({ status, responseText }: XMLHttpRequest): FileReply {
  try {
    if (status !== 201) return { status, file: null };
    const { url, name, size } = JSON.parse(responseText) as UploadedFile;
    return { status, file: { url, name, size } };
  } catch {
    // somebody on the way has answered in the service's stead
    return { status: 0, file: null };
  }
}
