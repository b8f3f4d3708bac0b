/** Parts of inputs that several formats have. */

/** An address, with or without its scheme. */
export const webAddress = "(https?://)?[^\\s/?#.]+(\\.[^\\s/?#.]+)+([/?#]\\S*)?";

/** Smileys from the worst to the best, with the order in which SurveyJS adds them to a rating. */
export const smileys: readonly (readonly [emoji: string, label: string, priority: number])[] = [
  ["😡", "Terrible", 8],
  ["😠", "Very poor", 0],
  ["😞", "Poor", 6],
  ["🙁", "Not good", 1],
  ["😕", "Average", 5],
  ["😐", "Normal", 2],
  ["🙂", "Good", 3],
  ["😊", "Very good", 7],
  ["😄", "Excellent", 4],
  ["😍", "Perfect", 9],
];

/** Returns smileys for the numbers of a rating, up to 10. */
export const smileyOptions = (min: number, max: number, labelOf: (name: string, value: number) => string) =>
  smileys
    .filter(([, , priority]) => priority <= max - min)
    .map(([emoji, name], at) => ({ value: String(min + at), emoji, label: labelOf(name, min + at) }));

/** Media types by the extensions of files. */
export const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["pdf", "application/pdf"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["png", "image/png"],
  ["gif", "image/gif"],
  ["doc", "application/msword"],
  ["docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  ["xls", "application/vnd.ms-excel"],
  ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ["csv", "text/csv"],
  ["txt", "text/plain"],
  ["mp4", "video/mp4"],
  ["mp3", "audio/mpeg"],
  ["zip", "application/zip"],
  ["webp", "image/webp"],
  ["heic", "image/heic"],
  ["ico", "image/x-icon"],
  ["eml", "message/rfc822"],
  ["ppt", "application/vnd.ms-powerpoint"],
  ["pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"],
  ["mov", "video/quicktime"],
  ["avi", "video/x-msvideo"],
  ["mkv", "video/x-matroska"],
  ["webm", "video/webm"],
  ["rar", "application/vnd.rar"],
  ["7z", "application/x-7z-compressed"],
  ["tar", "application/x-tar"],
]);
