/** What an end screen says. */

export const score = "Your score";
export const sending = "Sending your answers …";
export const redirectsIn = (seconds: number) =>
  seconds === 1 ? "You will be taken on in 1 second." : `You will be taken on in ${seconds} seconds.`;
export const stayHere = "Stay here";
export const goOn = "Continue";
