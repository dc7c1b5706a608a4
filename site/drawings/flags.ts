import type { Language } from '#contract/languages.ts';

/** Simplified for 24 × 16 pixels. */
export const flags: Record<Language, string> = {
  uz: '<path fill="#1eb1e7" d="M0 0h24v5H0z"/><path fill="#fff" d="M0 5h24v6H0z"/><path fill="#1eb53a" d="M0 11h24v5H0z"/><path stroke="#ce1126" stroke-width=".7" d="M0 5.200h24M0 10.800h24"/><circle cx="4" cy="2.5" r="1.7" fill="#fff"/><circle cx="4.7" cy="2.5" r="1.7" fill="#1eb1e7"/><path fill="#fff" d="M7.5 3.200h1v1h-1zm2 0h1v1h-1zm0-1.400h1v1h-1zm2 0h1v1h-1zm0 1.400h1v1h-1z"/>',
  en: '<path fill="#012169" d="M0 0h24v16H0z"/><path stroke="#fff" stroke-width="3" d="m0 0 24 16M24 0 0 16"/><path stroke="#c8102e" stroke-width="1.2" d="m0 0 24 16M24 0 0 16"/><path stroke="#fff" stroke-width="5.2" d="M12 0v16M0 8h24"/><path stroke="#c8102e" stroke-width="3" d="M12 0v16M0 8h24"/>',
  ru: '<path fill="#fff" d="M0 0h24v5.400H0z"/><path fill="#0039a6" d="M0 5.300h24v5.400H0z"/><path fill="#d52b1e" d="M0 10.700h24V16H0z"/>',
};
