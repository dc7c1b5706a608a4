/** Encoded: an e-mail address may hold `?` and `&`, which would add recipients. */
export const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
