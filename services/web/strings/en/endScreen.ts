/** Texts of end screens. */

export const score = "Your score";
export const ofMaximum = (max: string) => `of ${max}`;
export const sending = "Sending your answers…";
export const redirectsIn = (seconds: number) =>
  seconds === 1 ? "Redirecting in 1 second." : `Redirecting in ${seconds} seconds.`;
export const stayHere = "Stay here";
export const redirectNow = "Continue";
