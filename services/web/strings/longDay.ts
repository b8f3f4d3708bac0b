/** An ISO day as a language (BCP 47) writes it in full: "12 June 2026". */
export function longDay(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
