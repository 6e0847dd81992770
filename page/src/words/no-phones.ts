// What is said in place of a QR code that no phone could follow.

/** The house has an address that leads nowhere but to this computer. */
export const hereOnly = (): boolean => document.body.dataset["hereOnly"] !== undefined;
export const NO_PHONES = "Phones can’t reach this address: it works on this computer only. Start the house with “pitboss serve --lan” to let them in.";
