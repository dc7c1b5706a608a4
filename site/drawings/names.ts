import type { Language } from '../i18n/languages.ts';
import type { icons } from './icons.ts';

export type IconName = keyof typeof icons;

export type DrawingName = IconName | `flag-${Language}` | 'portal' | 'emblem' | 'medallion' | 'star';
