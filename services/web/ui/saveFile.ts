/** Saves a file by following a download link. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser starts reading right after this task, and keeps what it reads
  setTimeout(() => URL.revokeObjectURL(link.href));
}
