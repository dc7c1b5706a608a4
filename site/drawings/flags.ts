import type { Language } from '#contract/languages.ts';

/** Simplified for 24 × 16 pixels. */
export const flags: Record<Language, string> = {
  uz: '<path fill="#1eb1e7" d="M0 0h24v5H0z"/><path fill="#fff" stroke="#ce1126" stroke-width=".7" d="M-1 5.2h26v5.6H-1z"/><path fill="#1eb53a" d="M0 11h24v5H0z"/><path fill="#fff" d="M4.6 1a1.7 1.7 0 1 0 0 3 1.8 1.8 0 0 1 0-3zM7.5 3.200h1v1h-1zm2 0h1v1h-1zm0-1.400h1v1h-1zm2 0h1v1h-1zm0 1.400h1v1h-1z"/>',
  en: '<path fill="#012169" d="M0 0h24v16H0z"/><path fill="#fff" stroke="#fff" stroke-width="3" d="m0 0 24 16M24 0 0 16M10.9 0h2.2v16h-2.2zM0 6.9h24v2.2H0z"/><path fill="#c8102e" stroke="#c8102e" stroke-width="1.2" d="m0 0 24 16M24 0 0 16M11.1 0h1.8v16h-1.8zM0 7.1h24v1.8H0z"/>',
  ru: '<path fill="#fff" d="M0 0h24v5.400H0z"/><path fill="#0039a6" d="M0 5.300h24v5.400H0z"/><path fill="#d52b1e" d="M0 10.700h24V16H0z"/>',
};
