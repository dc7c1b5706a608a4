/** For what does not depend on the screen: playwright.config.ts leaves it out on the desktop. */
export const onThePhone = { tag: '@phone' };
