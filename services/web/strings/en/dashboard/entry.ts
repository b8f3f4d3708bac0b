/** Signing in, and what leads there. */

export const email = "E-mail";
export const password = "Password";
export const newPassword = "New password";
export const passwordHint = "At least 10 characters.";
export const name = "Your name";

export const signInTitle = "Sign in";
export const signIn = "Sign in";
export const toRegister = "Create an account";
export const toForgot = "Forgot your password?";

export const registerTitle = "Create your account";
export const registerText = "It owns the forms and answers that are made here. Nobody else sees them.";
export const register = "Create account";
export const toSignIn = "Sign in to an account that exists";
export const closedTitle = "Sign-up is closed";
export const closedText =
  "Ask the owner of this service for access. Its operator can let anybody register with SIGNUP=open.";

export const forgotTitle = "Set a new password";
export const forgotText = "We send you a link with which you can set a new password.";
export const forgot = "Send the link";
export const forgotDone = (email: string): string =>
  `If ${email} is registered here, a mail with a link is on its way. The link is good for an hour.`;
export const noMail =
  "This service cannot send mail. Its operator can set a new password with `npm run user -- reset <email>`.";

export const resetTitle = "Set a new password";
export const reset = "Set password";
export const resetDone = "Your new password is set. Please sign in with it.";
export const noToken = "This address lacks its token. Please open the whole link of the mail, or ask for a new one.";

export const againTitle = "Please sign in again";
export const againText =
  "Your sign-in has ended. What you have done on this page is kept, and goes on when you are back.";
export const leave = "Leave this page instead";
