/** Drawings made since the page opened: a data URL by the file's URL, which shows the file to the form's owner alone. */
export const drawings = new Map<string, string>();
