import type { Language } from '#contract/languages.ts';
import type { icons } from './icons.ts';

export type IconName = keyof typeof icons;

export type DrawingName = `flag-${Language}` | 'gateway' | 'emblem' | 'medallion' | 'star';
