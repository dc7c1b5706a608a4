/** Editors on Windows may put an invisible mark before the first character. Node and Vite pass over it, JSON.parse does not. */
export const parseJson = (text: string) => JSON.parse(text.replace(/^\ufeff/, ''));
