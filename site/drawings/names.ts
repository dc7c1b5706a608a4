import type { Language } from '#contract/languages.ts';
import type { icons } from './icons.ts';

export type IconName = keyof typeof icons;

export type DrawingName =
  | `flag-${Language}`
  | 'gateway'
  | 'flyer'
  | 'doors'
  | 'emblem'
  | 'medallion'
  | 'star'
  | 'astrolabe'
  | 'portal'
  | 'niche'
  | 'journey';
