// The words of the account page that the server does not write.

export const ACCOUNT = {
  secret: "This is the token. It is shown once: copy it now.",
  money: (text: string): string => `“${text}” is not an amount of money: write dollars, like 20 or 12.50.`,
  minutes: (text: string): string => `“${text}” is not a whole number of minutes.`,
  set: "Set.",
  lost: "The server did not answer. Try again.",
};
