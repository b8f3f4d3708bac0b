/** As a link that is followed: the browser asks where, or has a folder for it. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser has begun to read by its next turn, and keeps what it reads
  setTimeout(() => URL.revokeObjectURL(link.href));
}
