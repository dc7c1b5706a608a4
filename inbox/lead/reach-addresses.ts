/** Opens a chat with whoever has this number, where they allow to be found by it. */
export const telegramAddress = (dial: string) => `https://t.me/${dial}`;

/** Encoded: an e-mail address may hold `?` and `&`, which would add recipients. */
export const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
