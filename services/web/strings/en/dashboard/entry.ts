/** Signing in, signing up and resetting a password. */

export const email = "Email";
export const password = "Password";
export const newPassword = "New password";
export const passwordHint = "At least 10 characters.";
export const name = "Your name";

export const signInTitle = "Sign in";
export const signIn = "Sign in";
export const isNew = "New here?";
export const toRegister = "Create an account";
export const toForgot = "Forgot password?";

export const registerTitle = "Create your account";
export const registerText = "Only you can see your forms and responses.";
export const register = "Create account";
export const toSignIn = "Already have an account? Sign in";
export const setupTitle = "Open the setup link";
export const setupText = "To create the first account, open the setup link from the server’s log.";
export const closedTitle = "Sign-up is closed";
export const closedText = "Ask the owner for access. An administrator can open sign-up with SIGNUP=open.";

export const forgotTitle = "Reset your password";
export const forgotText = "Enter your email and we’ll send you a reset link.";
export const forgot = "Send reset link";
export const forgotDone = (email: string): string =>
  `If ${email} has an account, we’ve sent a reset link. It expires in 1 hour.`;
export const noMail =
  "This server can’t send email. An administrator can reset your password with `npm run user -- reset <email>`.";

export const verifyTitle = "Verify your email address";
export const verify = "Verify address";
export const verifyDone = "Your address is verified.";
export const verifyFailed = "This link was used or has expired. Send another one from your profile.";
export const toForms = "Go to your forms";

export const resetTitle = "Choose a new password";
export const reset = "Set password";
export const resetDone = "Password changed. Sign in with your new password.";
export const noToken = "This reset link is incomplete. Open the full link from the email or request a new one.";

export const againTitle = "Sign in again";
export const againText = "You’ve been signed out. Your work on this page is kept. Sign in to continue.";
export const leave = "Leave this page";
